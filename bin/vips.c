/* The command line of libvips for the prebuilt shared library, which comes without one.
 *
 *   vips --version
 *   vips OPERATION ARGUMENT... [--OPTION=VALUE...] [-- PROGRAM ARGUMENT...]
 *
 * Behind `--` is a program by its path, which it becomes once the operation is done. `+exec` in its version says that it can.
 * It knows the operations of the library, and reads and writes the types that the service uses: JPEG, PNG, WebP, PPM and
 * libvips' own. Every other loader of the library is blocked, so that no picture reaches it, whatever its bytes are.
 * The library is built without PPM, so that is here. Source: libvips manual, VipsOperation, VipsForeign.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <vips/vips.h>

/* --- PPM: binary, grey or RGB, 8 bits a sample (netpbm, pgm(5) and ppm(5)) --- */

typedef struct {
  VipsForeignLoad parent;
  char *filename;
} PpmLoad;
typedef VipsForeignLoadClass PpmLoadClass;
G_DEFINE_TYPE(PpmLoad, ppm_load, VIPS_TYPE_FOREIGN_LOAD)

typedef struct {
  int width, height, bands;
  long offset;
} PpmHeader;

/* A number behind white space and comments. -1 where there is none. */
static int ppm_number(FILE *file) {
  int c = getc(file), number = 0, digits = 0;
  while (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '#') {
    if (c == '#')
      while (c != '\n' && c != EOF) c = getc(file);
    c = getc(file);
  }
  for (; c >= '0' && c <= '9' && digits < 9; digits++, c = getc(file)) number = number * 10 + c - '0';
  return digits > 0 && strchr(" \t\r\n", c) && c != '\0' ? number : -1;
}

static gboolean is_side(int pixels) { return pixels > 0 && pixels < VIPS_MAX_COORD; }

static gboolean ppm_header(const char *filename, PpmHeader *header) {
  FILE *file = fopen(filename, "rb");
  if (!file) return FALSE;
  int magic = getc(file) == 'P' ? getc(file) : EOF;
  header->bands = magic == '6' ? 3 : 1;
  header->width = ppm_number(file);
  header->height = ppm_number(file);
  gboolean is_ppm = (magic == '5' || magic == '6') && is_side(header->width) && is_side(header->height) &&
      ppm_number(file) == 255;
  header->offset = ftell(file);
  fclose(file);
  return is_ppm;
}

static gboolean ppm_load_is_a(const char *filename) {
  PpmHeader header;
  return ppm_header(filename, &header);
}

/* Maps the file, which reads no pixel yet, so this is the whole load. */
static int ppm_load_header(VipsForeignLoad *load) {
  PpmHeader header;
  VipsImage *raw, *out;
  const char *filename = ((PpmLoad *) load)->filename;
  if (!ppm_header(filename, &header)) {
    vips_error("ppmload", "%s", "not a PPM of 8 bits a sample");
    return -1;
  }
  if (vips_rawload(filename, &raw, header.width, header.height, header.bands, "offset", (guint64) header.offset, NULL))
    return -1;
  vips_object_local(load, raw);
  VipsInterpretation interpretation = header.bands == 3 ? VIPS_INTERPRETATION_sRGB : VIPS_INTERPRETATION_B_W;
  if (vips_copy(raw, &out, "interpretation", interpretation, NULL)) return -1;
  int result = vips_image_write(out, load->out);
  g_object_unref(out);
  return result;
}

static void ppm_load_class_init(PpmLoadClass *class) {
  static const char *suffixes[] = { ".ppm", NULL };
  G_OBJECT_CLASS(class)->set_property = vips_object_set_property;
  G_OBJECT_CLASS(class)->get_property = vips_object_get_property;
  VIPS_OBJECT_CLASS(class)->nickname = "ppmload";
  VIPS_OBJECT_CLASS(class)->description = "load a PPM";
  VIPS_FOREIGN_CLASS(class)->suffs = suffixes;
  class->is_a = ppm_load_is_a;
  class->header = ppm_load_header;
  VIPS_ARG_STRING(class, "filename", 1, "Filename", "File to read", VIPS_ARGUMENT_REQUIRED_INPUT,
      G_STRUCT_OFFSET(PpmLoad, filename), NULL);
}

static void ppm_load_init(PpmLoad *load) {}

typedef struct {
  VipsForeignSave parent;
  char *filename;
} PpmSave;
typedef VipsForeignSaveClass PpmSaveClass;
G_DEFINE_TYPE(PpmSave, ppm_save, VIPS_TYPE_FOREIGN_SAVE)

static int ppm_save_rows(VipsRegion *region, VipsRect *area, void *file) {
  for (int y = 0; y < area->height; y++) {
    size_t bytes = VIPS_REGION_SIZEOF_LINE(region);
    if (fwrite(VIPS_REGION_ADDR(region, 0, area->top + y), 1, bytes, file) != bytes) {
      vips_error_system(errno, "ppmsave", "%s", "write error");
      return -1;
    }
  }
  return 0;
}

static int ppm_save_build(VipsObject *object) {
  PpmSave *save = (PpmSave *) object;
  if (VIPS_OBJECT_CLASS(ppm_save_parent_class)->build(object)) return -1;
  VipsImage *in = save->parent.ready;
  FILE *file = fopen(save->filename, "wb");
  if (!file) {
    vips_error_system(errno, "ppmsave", "unable to write %s", save->filename);
    return -1;
  }
  fprintf(file, "P6\n%d %d\n255\n", in->Xsize, in->Ysize);
  int result = vips_sink_disc(in, ppm_save_rows, file);
  if (fclose(file) && !result) {
    vips_error_system(errno, "ppmsave", "%s", "write error");
    return -1;
  }
  return result;
}

static void ppm_save_class_init(PpmSaveClass *class) {
  static const char *suffixes[] = { ".ppm", NULL };
  static VipsBandFormat bytes[10]; /* VIPS_FORMAT_UCHAR is 0, for every format. */
  G_OBJECT_CLASS(class)->set_property = vips_object_set_property;
  G_OBJECT_CLASS(class)->get_property = vips_object_get_property;
  VIPS_OBJECT_CLASS(class)->nickname = "ppmsave";
  VIPS_OBJECT_CLASS(class)->description = "save a PPM";
  VIPS_OBJECT_CLASS(class)->build = ppm_save_build;
  VIPS_FOREIGN_CLASS(class)->suffs = suffixes;
  class->saveable = VIPS_FOREIGN_SAVEABLE_RGB; /* The suffix .ppm means RGB, so grey becomes that. */
  class->format_table = bytes;
  VIPS_ARG_STRING(class, "filename", 2, "Filename", "File to write", VIPS_ARGUMENT_REQUIRED_INPUT,
      G_STRUCT_OFFSET(PpmSave, filename), NULL);
}

static void ppm_save_init(PpmSave *save) {}

/* --- The command --- */

static int failed(void) {
  fprintf(stderr, "%s", vips_error_buffer());
  return 1;
}

static void allow_own_types(void) {
  ppm_load_get_type();
  ppm_save_get_type();
  vips_operation_block_set("VipsForeignLoad", TRUE);
  const char *allowed[] = { "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp", "VipsForeignLoadVips",
    "VipsForeignLoadRaw", "PpmLoad" };
  for (size_t i = 0; i < G_N_ELEMENTS(allowed); i++) vips_operation_block_set(allowed[i], FALSE);
}

static int run(VipsOperation *operation, int argc, char **argv) {
  GError *error = NULL;
  GOptionContext *context = g_option_context_new(NULL);
  GOptionGroup *options = g_option_group_new("operation", "", "", operation, NULL);
  vips_call_options(options, operation);
  g_option_context_set_main_group(context, options);
  g_option_context_set_help_enabled(context, FALSE);
  if (!g_option_context_parse(context, &argc, &argv, &error)) {
    vips_error("vips", "%s", error->message);
    g_error_free(error);
    return -1;
  }
  int result = vips_call_argv(operation, argc - 1, argv + 1);
  vips_object_unref_outputs(VIPS_OBJECT(operation));
  g_option_context_free(context);
  return result;
}

/* Cuts off what is behind `--`; NULL where nothing is. */
static char **cut_next(int *argc, char **argv) {
  for (int i = 1; i < *argc; i++) {
    if (strcmp(argv[i], "--") != 0) continue;
    argv[i] = NULL;
    *argc = i;
    return argv + i + 1;
  }
  return NULL;
}

int main(int argc, char **argv) {
  char **next = cut_next(&argc, argv);
  if (VIPS_INIT(argv[0])) return failed();
  if (argc < 2) {
    fprintf(stderr, "usage: vips --version | vips OPERATION ARGUMENT... [--OPTION=VALUE...] [-- PROGRAM ARGUMENT...]\n");
    return 1;
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("vips-%s+exec\n", vips_version_string());
    return 0;
  }
  allow_own_types();
  VipsOperation *operation = vips_operation_new(argv[1]);
  int result = operation ? run(operation, argc - 1, argv + 1) : -1;
  if (operation) g_object_unref(operation);
  if (result) return failed();
  vips_shutdown(); /* It prints what is wrong with the picture. */
  if (!next) return 0;
  execv(*next, next);
  perror("vips: the next program");
  return 127;
}
