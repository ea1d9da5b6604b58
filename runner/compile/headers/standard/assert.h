/* No guard: what NDEBUG says holds from each #include on. Without it assert() is there before every source. */
#ifdef NDEBUG
#undef assert
#define assert(condition) ((void)0)
#endif
