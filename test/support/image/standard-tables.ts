// Rec. ITU-T T.81, tables K.1 (luminance) and K.2 (chrominance), row by row.
const luminance = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
  92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const chrominance = [17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99].reduce<
  number[]
>(
  (table, step, index) => {
    table[(index >> 2) * 8 + (index & 3)] = step;
    return table;
  },
  Array.from({ length: 64 }, () => 99),
);

/** The standard tables at a quality from 1 to 100, scaled as libjpeg does. */
export const standardTables = (quality: number): readonly (readonly number[])[] => {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - quality * 2;
  return [luminance, chrominance].map((table) =>
    table.map((step) => Math.max(1, Math.min(255, Math.floor((step * percent + 50) / 100)))),
  );
};
