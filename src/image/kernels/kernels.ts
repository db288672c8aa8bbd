/**
 * The loops over pixels of `assembly/`, compiled to WebAssembly with SIMD. All pictures pass through
 * rows in their memory, which grows with the width of a picture and not with its height.
 */
export type Kernels = Readonly<
  Omit<
    Exports,
    | 'memory'
    | 'openRows'
    | 'openComparison'
    | 'openFineColour'
    | 'openFiltered'
    | 'openRounding'
    | 'openParts'
    | 'openPlanes'
  >
> &
  Readonly<{
    /** The memory. Opening something may replace it. */
    bytes: () => Uint8Array;
    /** The functions below throw a RangeError for what does not fit into the memory. */
    openRows: (width: number) => void;
    openComparison: (width: number, height: number) => void;
    openFineColour: (width: number) => void;
    openFiltered: (rowBytes: number, rows: number) => void;
    openRounding: (rowBytes: number, bands: number, rows: number) => void;
    openParts: (history: number, most: number) => void;
    openPlanes: (width: number) => void;
  }>;

/** What `assembly/main.ts`, `assembly/deflate/parse.ts` and `assembly/planes/main.ts` export, and describe. */
type Exports = Readonly<{
  memory: Readonly<{ buffer: ArrayBuffer }>;
  levels: Address;
  wanted: Address;
  weights: Address;
  sums: Address;
  histograms: Address;
  worstSpots: Address;
  stepCosts: Address;
  openRows: (width: number) => number;
  openComparison: (width: number, height: number) => number;
  openFineColour: (width: number) => number;
  openFiltered: (rowBytes: number, rows: number) => number;
  rawRow: (picture: number) => number;
  paletteOf: (picture: number) => number;
  spreadRow: (picture: number, bands: number) => void;
  isTransparentRow: () => number;
  flatPixels: () => number;
  activityOf: (left: number, columns: number) => number;
  addFineColour: () => void;
  mostFineColour: () => number;
  lostColours: () => number;
  addBanding: (backdrop: number) => void;
  endBanding: () => void;
  addErrors: (backdrop: number, isTransparent: boolean) => void;
  worstDistance: () => number;
  filteredRows: () => number;
  unfilterRows: (rows: number, step: number) => number;
  openRounding: (rowBytes: number, bands: number, rows: number) => number;
  rowsToRound: () => number;
  roundedRows: () => number;
  roundRows: (rows: number, step: number) => void;
  openParts: (history: number, most: number) => number;
  partBytes: () => number;
  openPart: (from: number, to: number) => number;
  beginWay: () => void;
  goOn: (to: number) => void;
  endWay: () => number;
  endOfSteps: () => number;
  openPlanes: (width: number) => number;
  rowOfPicture: () => number;
  rowOfLuma: () => number;
  rowOfColour: (index: number) => number;
  rowOfShown: (index: number) => number;
  startLuma: (bands: number, parity: number) => void;
  fitLuma: (bands: number, parity: number, newtonSteps: number, isShown: boolean) => void;
  showColour: (isAlone: boolean) => void;
}>;

type Address = Readonly<{ value: number }>;

/**
 * The kernels of the bytes of `kernels.wasm`. Undefined where WebAssembly or its SIMD instructions are
 * missing: then use the functions of `image/score` and `image/png` in TypeScript, which agree with these.
 */
export const createKernels = (compiled: Uint8Array): Kernels | undefined => {
  if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(compiled)) return undefined;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(compiled));
  const { memory, ...exports } = instance.exports as Exports;
  return {
    ...exports,
    bytes: () => new Uint8Array(memory.buffer),
    openRows: (width) => requireRoom(exports.openRows(width), width),
    openComparison: (width, height) => requireRoom(exports.openComparison(width, height), width),
    openFineColour: (width) => requireRoom(exports.openFineColour(width), width),
    openFiltered: (rowBytes, rows) => requireRoom(exports.openFiltered(rowBytes, rows), rowBytes),
    openRounding: (rowBytes, bands, rows) =>
      requireRoom(exports.openRounding(rowBytes, bands, rows), rowBytes),
    openParts: (history, most) => requireRoom(exports.openParts(history, most), most),
    openPlanes: (width) => requireRoom(exports.openPlanes(width), width),
  };
};

const requireRoom = (hasRoom: number, width: number): void => {
  if (hasRoom === 0)
    throw new RangeError(`rows of ${width} do not fit into the memory of the kernels`);
};
