/** The tags that are read and written, by directory. EXIF 2.32, 4.6. */
export const exifTags = {
  // IFD0
  ORIENTATION: 0x0112,
  COPYRIGHT: 0x8298,
  EXIF_DIRECTORY: 0x8769,
  GPS_DIRECTORY: 0x8825,
  // Exif directory
  DATE_TIME_ORIGINAL: 0x9003,
  OFFSET_TIME_ORIGINAL: 0x9011,
  SUB_SECONDS_ORIGINAL: 0x9291,
  // GPS directory
  LATITUDE_REF: 1,
  LATITUDE: 2,
  LONGITUDE_REF: 3,
  LONGITUDE: 4,
} as const;

/** Types of values. TIFF 6.0, section 2. */
export const tiffTypes = { ASCII: 2, SHORT: 3, LONG: 4, RATIONAL: 5, IFD: 13 } as const;
