# Made from the release archive by packaging/recipes: brew install --build-from-source ./warpschool.rb
class Warpschool < Formula
  desc "Interactive lessons on how CUDA memory behaves, without a GPU"
  homepage "@ADDRESS@"
  url "@ADDRESS@/@FILE@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "jansson"
  depends_on "libarchive"
  depends_on "libedit"
  depends_on "libyaml"
  depends_on "llvm" # its clang compiles kernels
  depends_on "lz4"
  depends_on "md4c"
  depends_on "utf8proc"
  depends_on "zstd"

  def install
    system "make", "test_libraries=", "PREFIX=#{prefix}", "OPTIMISE=-O2", "install"
  end

  test do
    assert_match "05-banks", shell_output("#{bin}/warpschool list")
  end
end
