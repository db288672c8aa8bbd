/* The command line of oxipng for the library of the npm package @jsquash/oxipng, which is WebAssembly and has none.
 * wasm2c has translated the library to C. It is for processors for which there is no built oxipng.
 *
 *   oxipng --version
 *   oxipng [OPTION...] --out OUTPUT INPUT
 *
 * The library strips metadata, uses one thread and chooses the compression by the level alone, so of the options that
 * the service uses, it needs --opt. Source: oxipng's manual; the functions of wasm-bindgen's glue.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "library.h"

static w2c_library library;

static _Noreturn void fail(const char *reason, const char *detail) {
  fprintf(stderr, "oxipng: %s%s\n", reason, detail);
  exit(1);
}

/* The library calls it with the text of an error. */
void w2c_wbg_0x5F_wbindgen_throw(struct w2c_wbg *unused, u32 text, u32 length) {
  (void)unused;
  fprintf(stderr, "oxipng: %.*s\n", (int)length, (char *)library.w2c_memory.data + text);
  exit(1);
}

/* --- What wasm2c expects of its embedder (wasm-rt.h): memory that grows by 64 KiB pages, in no more address space than
 * it uses, since that of a tool is limited. --- */

enum { page = 65536 };

bool wasm_rt_is_initialized(void) { return true; }

void wasm_rt_trap(wasm_rt_trap_t trap) {
  (void)trap;
  fail("the library has failed", "");
}

void wasm_rt_allocate_memory(wasm_rt_memory_t *memory, uint64_t pages, uint64_t most, bool is64) {
  *memory = (wasm_rt_memory_t){calloc(pages, page), pages, most, pages * page, is64};
  if (!memory->data) fail("out of memory", "");
}

uint64_t wasm_rt_grow_memory(wasm_rt_memory_t *memory, uint64_t more) {
  uint64_t before = memory->pages;
  if (more > memory->max_pages - before) return -1;
  uint8_t *data = realloc(memory->data, (before + more) * page);
  if (!data) return -1;
  memset(data + before * page, 0, more * page);
  *memory = (wasm_rt_memory_t){data, before + more, memory->max_pages, (before + more) * page, memory->is64};
  return before;
}

void wasm_rt_allocate_funcref_table(wasm_rt_funcref_table_t *table, uint32_t size, uint32_t most) {
  *table = (wasm_rt_funcref_table_t){calloc(size, sizeof *table->data), most, size};
  if (!table->data) fail("out of memory", "");
}

void wasm_rt_free_memory(wasm_rt_memory_t *memory) { free(memory->data); }
void wasm_rt_free_funcref_table(wasm_rt_funcref_table_t *table) { free(table->data); }

/* --- The program --- */

static char *contents(const char *path, u32 *length) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) fail("cannot read ", path);
  long size = ftell(file);
  rewind(file);
  char *data = size > 0 && size < 1L << 30 ? malloc(size) : NULL;
  if (!data || fread(data, 1, size, file) != (size_t)size) fail("cannot read ", path);
  fclose(file);
  *length = size;
  return data;
}

static void write_file(const char *path, const void *data, size_t length) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(data, 1, length, file) != length || fclose(file)) fail("cannot write ", path);
}

static void optimise(u32 level, const char *input, const char *output) {
  u32 length, result[2];
  char *data = contents(input, &length);
  if (length < 8 || memcmp(data, "\x89PNG\r\n\x1a\n", 8)) fail("not a PNG: ", input);
  wasm2c_library_instantiate(&library, NULL);
  u32 returned = w2c_library_0x5F_wbindgen_add_to_stack_pointer(&library, -16);
  u32 copy = w2c_library_0x5F_wbindgen_malloc(&library, length, 1);
  memcpy(library.w2c_memory.data + copy, data, length);
  w2c_library_optimise(&library, returned, copy, length, level, 0, 0);
  memcpy(result, library.w2c_memory.data + returned, sizeof result);
  write_file(output, library.w2c_memory.data + result[0], result[1]);
}

int main(int count, char **arguments) {
  const char *input = NULL, *output = NULL;
  long level = 2;
  for (int i = 1; i < count; i++) {
    const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
    if (!strcmp(name, "--version")) return puts("oxipng 9.1.1 (WebAssembly)") < 0;
    if (!strcmp(name, "--quiet") || !strcmp(name, "--force")) continue;
    if (name[0] != '-') {
      input = name;
      continue;
    }
    if (!strcmp(name, "--out")) output = value;
    else if (!strcmp(name, "--opt")) level = strtol(value, NULL, 10);
    else if (strcmp(name, "--zc") && strcmp(name, "--strip") && strcmp(name, "--threads"))
      fail("unknown option ", name);
    i++;
  }
  if (!input || !output) fail("expected --out OUTPUT INPUT", "");
  if (level < 0 || level > 6) fail("expected --opt of 0 to 6", "");
  optimise(level, input, output);
  return 0;
}
