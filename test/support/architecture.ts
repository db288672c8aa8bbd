import { dirname, join } from 'node:path/posix';
import { advice } from './architecture-advice.ts';

/** A file by its path in the project, with `/` between the folders. */
export type SourceText = Readonly<{ path: string; text: string }>;

type Import = Readonly<{
  /** As it is written, or the path in the project for a file of ours. */
  target: string;
  isOurs: boolean;
  /** `import type`: gone when the program runs. */
  isType: boolean;
  /** Named by its URL, so that another process runs it. */
  isProgram: boolean;
}>;

/** What a part may import: other parts by value or by type alone. Its own files are always allowed. */
type PartRule = Readonly<{ values: readonly string[]; types: readonly string[] }>;

export type Rules = Readonly<{
  parts: Readonly<Record<string, PartRule>>;
  /**
   * The rooms of a part, highest layer first: folders, or files without their extension. A room imports
   * rooms of lower layers, by value or type. A part without an entry is one room.
   */
  layers: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Files that may import each outside package; a path that ends with `/` stands for all files below it. */
  packages: Readonly<Record<string, readonly string[]>>;
  /** The same for types of a package, where these go further. */
  packageTypes: Readonly<Record<string, readonly string[]>>;
  /** The only modules of Node that a part may import; a part without an entry may import all. */
  nodeModules: Readonly<Record<string, readonly string[]>>;
  childProcessFiles: readonly string[];
  environmentFiles: readonly string[];
  statusFiles: readonly string[];
  /** Files that decide about results, so that they must not know what time it is. */
  timelessFiles: readonly string[];
  maxLines: number;
  /** Files that may be longer. */
  unlimitedFiles: readonly string[];
}>;

/** Everything in `files` that breaks a rule: what is wrong, and after a semicolon what to do instead. */
export const violationsOf = (files: readonly SourceText[], rules: Rules): readonly string[] => [
  ...files.flatMap((file) => [
    ...importsOf(file).flatMap((found) => importViolations(file.path, found, rules)),
    ...wordViolations(file, rules),
  ]),
  ...cycleViolations(files),
];

/** The imports of a file: static, dynamic, re-exports, and packages whose file is read. */
export const importsOf = ({ path, text }: SourceText): readonly Import[] => {
  const code = withoutComments(text);
  const statics = code.matchAll(
    /^\s*(?:import|export)\s+(type\s+(?!from\b))?(?:[^'";]*?\sfrom\s*)?(['"])([^'"\n]+)\2/gm,
  );
  const dynamics = code.matchAll(
    /\b(?:import|import\.meta\.resolve|getBuiltinModule|createRequire\(import\.meta\.url\))\(\s*(['"`])([^'"`\n]+)\1/g,
  );
  const urls = code.matchAll(/\bnew URL\(\s*(['"])([^'"\n]+\.ts)\1,\s*import\.meta\.url/g);
  return [
    ...[...statics].map(([, type, , name = '']) => ({ name, isType: type !== undefined })),
    ...[...dynamics].map(([, , name = '']) => ({ name })),
    ...[...urls].map(([, , name = '']) => ({ name, isProgram: true })),
  ].map(({ name, isType = false, isProgram = false }: Found) => {
    // A program is named by its URL without a leading dot.
    const isOurs = name.startsWith('.') || name.endsWith('.ts');
    return { target: isOurs ? join(dirname(path), name) : name, isOurs, isType, isProgram };
  });
};

type Found = Readonly<{ name: string; isType?: boolean; isProgram?: boolean }>;

/** The files of the project that the process loads which runs `program`, at its start or later. */
export const loadedBy = (program: string, files: readonly SourceText[]): ReadonlySet<string> => {
  const texts = new Map(files.map((file) => [file.path, file]));
  // A set gives what is added while it is read, too.
  const loaded = new Set([program]);
  for (const path of loaded) {
    const file = texts.get(path);
    for (const { target, isOurs, isType, isProgram } of file === undefined ? [] : importsOf(file)) {
      if (isOurs && !isType && !isProgram) loaded.add(target);
    }
  }
  return loaded;
};

/** `src/http/routes/shrink.ts` is of the part `http`, `src/errors.ts` of `errors`, `bin/x.ts` of `bin`. */
export const partOf = (path: string): string => {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? second.replace(/\.ts$/, '') : top;
};

const importViolations = (path: string, found: Import, rules: Rules): readonly string[] => {
  const from = partOf(path);
  const { target, isOurs, isType } = found;
  const told = `${path} imports ${target}${isType ? ' by type' : ''}`;
  if (isOurs) {
    const to = partOf(target);
    const rule = rules.parts[from];
    if (rule === undefined) {
      return [`${path} is of no part that the table knows; ${advice.unknownPart}`];
    }
    if (from === to) return layerViolations(path, found, rules.layers[from]);
    const allowed = isType ? [...rule.values, ...rule.types] : rule.values;
    const instead = rule.types.includes(to) ? advice.byValue : advice.otherPart;
    return allowed.includes(to) ? [] : [`${told}: ${from} may not import ${to}; ${instead}`];
  }
  if (target.startsWith('node:')) {
    const modules = rules.nodeModules[from];
    if (modules !== undefined && !modules.includes(target)) {
      return [`${told}: ${from} may not; ${advice.nodeModule}`];
    }
    return target === 'node:child_process' && !isIn(rules.childProcessFiles, path)
      ? [
          `${told}: only ${rules.childProcessFiles.join(', ')} may start processes; ${advice.childProcess}`,
        ]
      : [];
  }
  const name = packageOf(target);
  const files = [
    ...(rules.packages[name] ?? []),
    ...(isType ? (rules.packageTypes[name] ?? []) : []),
  ];
  return isIn(files, path)
    ? []
    : [`${told}: not a file where ${name} enters; ${advice.package(files)}`];
};

/** Within a part, arrows point from higher rooms to lower ones. */
const layerViolations = (
  path: string,
  { target }: Import,
  layers: Rules['layers'][string] | undefined,
): readonly string[] => {
  if (layers === undefined) return [];
  const [from, to] = [roomOf(path, layers), roomOf(target, layers)];
  const unknown = [path, target].filter((file) => roomOf(file, layers) === undefined);
  if (from === undefined || to === undefined) {
    return unknown.map(
      (file) => `${file} is in no room that the table knows; ${advice.unknownRoom}`,
    );
  }
  const layerOf = (room: string): number => layers.findIndex((layer) => layer.includes(room));
  if (from === to || layerOf(from) < layerOf(to)) return [];
  return [`${path} imports ${target}: ${to} is not below ${from}; ${advice.higherRoom}`];
};

/** The innermost room of a layer table that a file is in. */
const roomOf = (path: string, layers: Rules['layers'][string]): string | undefined =>
  layers
    .flat()
    .filter((room) => path === `src/${room}.ts` || path.startsWith(`src/${room}/`))
    .toSorted((one, other) => other.length - one.length)[0];

const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

const isIn = (files: readonly string[], path: string): boolean =>
  files.some((file) => (file.endsWith('/') ? path.startsWith(file) : path === file));

/** `statusCode`, and the statuses that are whole numbers in code and have no other use there. */
const statusWord =
  /\bstatusCode\b|(?<![\w.])(?:201|204|206|30[1-8]|40[0-9]|41[0-8]|42[1-9]|431|451|50[0-8]|51[01])\b(?!\s*\*)/;

/** The clocks and timers of Node. */
const clockWord =
  /\bperformance\s*\.|\bDate\s*[.(]|\bnew Date\b|\bset(?:Timeout|Interval|Immediate)\b|\bhrtime\b|\bAbortSignal\s*\.\s*timeout\b/;

const wordViolations = ({ path, text }: SourceText, rules: Rules): readonly string[] => {
  const code = withoutComments(text);
  const lines = text.trimEnd().split('\n').length;
  return [
    ...(/\bprocess\s*\.\s*env\b|\benv\b.*\bfrom 'node:process'/.test(code) &&
    !isIn(rules.environmentFiles, path)
      ? [`${path} reads process.env; ${advice.environment}`]
      : []),
    ...(statusWord.test(withoutStrings(code)) && !isIn(rules.statusFiles, path)
      ? [`${path} knows about HTTP statuses; ${advice.status}`]
      : []),
    ...(clockWord.test(withoutStrings(code)) && isIn(rules.timelessFiles, path)
      ? [`${path} knows what time it is; ${advice.clock}`]
      : []),
    ...(lines > rules.maxLines && !isIn(rules.unlimitedFiles, path)
      ? [`${path} has ${lines} lines; ${advice.lines(rules.maxLines)}`]
      : []),
  ];
};

/** Files that need each other, by value or by type. */
const cycleViolations = (files: readonly SourceText[]): readonly string[] => {
  const targets = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ target, isOurs }) => (isOurs ? [target] : [])),
    ]),
  );
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' -> ')];
    if (done.has(path)) return [];
    const found = (targets.get(path) ?? []).flatMap((target) => visit(target, [...way, path]));
    done.add(path);
    return found;
  };
  return files
    .flatMap(({ path }) => visit(path, []))
    .map((way) => `cycle: ${way}; ${advice.cycle}`);
};

const commentOrString =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

const withoutComments = (text: string): string =>
  text.replaceAll(commentOrString, (found) => (found.startsWith('/') ? ' ' : found));

const withoutStrings = (code: string): string => code.replaceAll(commentOrString, "''");
