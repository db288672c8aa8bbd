/**
 * The loops over pixels of `assembly/`, compiled to WebAssembly with SIMD. All pictures pass through
 * rows in their memory, which grows with the width of a picture and not with its height.
 */
export type Wasm = Readonly<Omit<Exports, 'memory' | Opener>> &
  Readonly<{
    /** The memory. Opening something may replace it. */
    bytes: () => Uint8Array;
  }> &
  /** They throw a RangeError for what does not fit into the memory. */
  Readonly<{ [Name in Opener]: (...sizes: Parameters<Exports[Name]>) => void }>;

/** What takes memory for rows, of which the first size is the width or the bytes. */
const openers = [
  'openRows',
  'openComparison',
  'openFineColour',
  'openFiltered',
  'openRounding',
  'openParts',
  'openPlanes',
  'openIndices',
  'openRepeats',
] as const;

type Opener = (typeof openers)[number];

/** What the entries of `asconfig.json` export, and describe. Openers give 0 where there is no room. */
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
  openIndices: (rowBytes: number, rows: number) => number;
  wantedIndices: () => number;
  levelsOfColours: () => number;
  errorShares: () => number;
  findShares: () => void;
  openRepeats: (rowBytes: number, rows: number) => number;
  errorsOfColours: () => number;
  bitsOfColours: () => number;
  likenessesOfColours: () => number;
  madeIndices: () => number;
  repeatColours: () => void;
}>;

type Address = Readonly<{ value: number }>;

/**
 * The pixel loops of the bytes of `pixel-loops.wasm`.
 * @throws an error of WebAssembly where this processor cannot run them (`isSimdSupported`).
 */
export const createWasm = (compiled: Uint8Array): Wasm => {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(compiled));
  const { memory, ...exports } = instance.exports as Exports;
  const withRoom = openers.map((name) => {
    const open = exports[name] as (...sizes: readonly number[]) => number;
    const opener = (...sizes: readonly number[]): void => {
      if (open(...sizes) === 0) throw noRoom(sizes);
    };
    return [name, opener] as const;
  });
  return {
    ...exports,
    bytes: () => new Uint8Array(memory.buffer),
    ...(Object.fromEntries(withRoom) as Pick<Wasm, Opener>),
  };
};

const noRoom = ([width]: readonly number[]): RangeError =>
  new RangeError(`rows of ${width} do not fit into the memory of the pixel loops`);
