/* Finds words in `entries` of search-data.js: an array of [address, lesson, heading, text]. Everything is put into the page
   as text, never as HTML. */
"use strict";
(function () {
  var MOST = 50, AROUND = 90;
  var field = document.getElementById("q"), found = document.getElementById("found");
  var results = document.getElementById("results"), index = document.getElementById("index");

  function wordsOf(query) {
    return query.toLowerCase().split(/\s+/).filter(function (word) { return word.length > 0; });
  }

  /* 0: a word is missing; a word in the heading counts for more than one in the text. */
  function worth(entry, words) {
    var heading = entry[2].toLowerCase(), lesson = entry[1].toLowerCase(), text = entry[3].toLowerCase(), sum = 0;
    for (var i = 0; i < words.length; i++) {
      var here = (heading === words[i] ? 40 : 0) + (heading.indexOf(words[i]) >= 0 ? 20 : 0) +
        (lesson.indexOf(words[i]) >= 0 ? 5 : 0) + Math.min(text.split(words[i]).length - 1, 4);
      if (here === 0) return 0;
      sum += here;
    }
    var all = words.join(" ");
    return sum + (heading === all ? 100 : text.indexOf(all) >= 0 ? 5 : 0);
  }

  /* The text around the first word, with the words marked. */
  function excerpt(text, words) {
    var line = document.createElement("p"), lower = text.toLowerCase(), first = -1;
    words.forEach(function (word) {
      var at = lower.indexOf(word);
      if (at >= 0 && (first < 0 || at < first)) first = at;
    });
    var from = Math.max(0, first - AROUND), to = Math.min(text.length, Math.max(first, 0) + 2 * AROUND);
    line.appendChild(document.createTextNode(from > 0 ? "… " : ""));
    while (from < to) {
      var next = to, size = 0;
      words.forEach(function (word) {
        var at = lower.indexOf(word, from);
        if (at >= 0 && at < next) { next = at; size = word.length; }
      });
      line.appendChild(document.createTextNode(text.slice(from, next)));
      if (size > 0) {
        var mark = document.createElement("mark");
        mark.textContent = text.slice(next, next + size);
        line.appendChild(mark);
      }
      from = next + size;
    }
    line.appendChild(document.createTextNode(to < text.length ? " …" : ""));
    return line;
  }

  function show(entry, words) {
    var item = document.createElement("li"), link = document.createElement("a");
    link.href = entry[0];
    link.textContent = entry[1] + ": " + entry[2];
    item.appendChild(link);
    item.appendChild(excerpt(entry[3], words));
    results.appendChild(item);
  }

  function search() {
    var words = wordsOf(field.value);
    results.textContent = "";
    index.hidden = words.length > 0;
    found.textContent = "";
    if (words.length === 0) return;
    var hits = entries.map(function (entry, place) {
      return { entry: entry, worth: worth(entry, words), place: place };
    }).filter(function (hit) { return hit.worth > 0; });
    hits.sort(function (a, b) { return b.worth - a.worth || a.place - b.place; });
    found.textContent = hits.length === 0 ? "Nothing was found." :
      hits.length === 1 ? "1 place" : hits.length + " places" + (hits.length > MOST ? ", the best " + MOST + " of them" : "");
    hits.slice(0, MOST).forEach(function (hit) { show(hit.entry, words); });
  }

  field.value = new URLSearchParams(location.search).get("q") || "";
  field.addEventListener("input", search);
  field.form.addEventListener("submit", function (event) { event.preventDefault(); search(); });
  search();
})();
