import { execFile, spawnSync } from 'node:child_process';

/** What exiftool says of a file, by `Group1:Tag`; numbers stay numbers. */
export type Tags = Readonly<Record<string, unknown>>;

export const hasExiftool = (): boolean => spawnSync('exiftool', ['-ver']).status === 0;

/** The tags of each file, all read by one process, in the order of `files`. */
export const tagsOf = async (files: readonly string[]): Promise<readonly Tags[]> => {
  if (files.length === 0) return [];
  const args = ['-q', '-json', '-G1', '-n', ...files];
  const printed = await new Promise<string>((resolve) => {
    // It exits with 1 when one of many files is damaged, and yet tells about the others.
    execFile('exiftool', args, { maxBuffer: 2 ** 28 }, (_error, stdout) => resolve(stdout));
  });
  const bySource = new Map(
    (JSON.parse(printed) as Tags[]).map((tags) => [tags['SourceFile'], tags] as const),
  );
  return files.map((file) => bySource.get(file) ?? {});
};

const structure = [
  /^SourceFile$|^(System|Composite|Adobe):/,
  /^ExifTool:ExifToolVersion$/,
  /^File:(FileType|FileTypeExtension|MIMEType|ImageWidth|ImageHeight|EncodingProcess)$/,
  /^File:(BitsPerSample|ColorComponents|YCbCrSubSampling)$/,
  /^JFIF:(JFIFVersion|ResolutionUnit|[XY]Resolution)$/,
  /^PNG:(ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace)$/,
  /^PNG:(Palette|Transparency|SignificantBits|SRGBRendering|Gamma|AnimationFrames|AnimationPlays)$/,
  /^PNG:(WhitePoint[XY]|(Red|Green|Blue)[XY])$/,
  /^RIFF:(ImageWidth|ImageHeight|WebP_Flags|VP8Version|HorizontalScale|VerticalScale)$/,
  /^RIFF:(AlphaIsUsed|AlphaPreprocessing|AlphaFiltering|AlphaCompression)$/,
  /^RIFF:(BackgroundColor|AnimationLoopCount|Duration)$/,
  // exiftool names the boxes of an AVIF after QuickTime.
  /^Meta:PrimaryItemReference$/,
  /^QuickTime:(MajorBrand|MinorVersion|CompatibleBrands|HandlerType|MediaData(Offset|Size))$/,
  /^QuickTime:(AuxiliaryImageType|Image(PixelDepth|SpatialExtent)|AV1ConfigurationVersion|Chroma\w+)$/,
  /^QuickTime:(Color(Primaries|Profiles)|MatrixCoefficients|TransferCharacteristics)$/,
];

/** The tags that are neither structure nor colour nor animation: metadata, profiles, complaints. */
export const metadataIn = (tags: Tags): readonly string[] =>
  Object.keys(tags).filter((tag) => !structure.some((pattern) => pattern.test(tag)));
