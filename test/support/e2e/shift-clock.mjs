// Loaded into a service by NODE_OPTIONS: its clock is ahead by CLOCK_AHEAD_MS, and by a minute more after SIGUSR2.
let aheadMs = Number(process.env['CLOCK_AHEAD_MS']);
const RealDate = Date;
const now = () => RealDate.now() + aheadMs;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now = now;
};
process.on('SIGUSR2', () => (aheadMs += 60_000));
