import { expect } from 'chai';
import { centre } from '../../src/image/gravity.ts';
import { noOptions, type Options } from '../../src/delivery/options.ts';
import { presetsOf, readAddress } from '../../src/delivery/read-options.ts';
import { overlayOf, overlayPicture } from '../support/image/overlay.ts';

const now = 1_800_000_000;
const read = (options: string, given: Readonly<Record<string, string>> = {}): Options =>
  readAddress(`/${options}/plain/http://images.dev/lorem/ipsum.jpg`, {
    ...{ presets: presetsOf(given, watermark), now, watermark },
  }).options;

const watermark = overlayPicture();

const [jpeg, webp, avif, png] = ['image/jpeg', 'image/webp', 'image/avif', 'image/png'] as const;

const neither = { horizontal: false, vertical: false };

describe('readAddress', () => {
  /** Those before the empty row are imgproxy's (options/parser/processing_options_test.go). */
  const rows: readonly (readonly [options: string, sets: Partial<Options>])[] = [
    ['format:webp', { mediaType: webp }],
    ['resize:fill:100:200:1', { type: 'fill', width: 100, height: 200, enlarge: true }],
    ['resizing_type:fill', { type: 'fill' }],
    ['size:100:200:1', { width: 100, height: 200, enlarge: true }],
    ['width:100', { width: 100 }],
    ['height:100', { height: 100 }],
    ['enlarge:1', { enlarge: true }],
    ['gravity:soea', { gravity: { kind: 'compass', at: 'soea', x: 0, y: 0 } }],
    ['gravity:fp:0.5:0.75', { gravity: { kind: 'focus', x: 0.5, y: 0.75 } }],
    ['crop:100:200', { part: { width: 100, height: 200, gravity: undefined } }],
    [
      'crop:100:200:nowe:10:20',
      { part: { width: 100, height: 200, gravity: { kind: 'compass', at: 'nowe', x: 10, y: 20 } } },
    ],
    ['quality:55', { quality: 55 }],
    ['background:128:129:130', { background: { red: 128, green: 129, blue: 130 } }],
    ['background:ffddee', { background: { red: 0xff, green: 0xdd, blue: 0xee } }],
    ['background:fff/background:', { background: undefined }],
    ['dpr:2', { dpr: 2 }],
    ['cachebuster:123', { cacheBuster: '123' }],
    ['strip_metadata:true', {}],
    ['exp:32503669200', { expires: 32_503_669_200 }],
    ['extend:1:so:10:20', { changes: { extend: { kind: 'compass', at: 'so', x: 10, y: 20 } } }],
    ['blur:0.2', { changes: { blur: 0.2 } }],
    ['sharpen:0.2', { changes: { sharpen: 0.2 } }],
    [
      'watermark:0.5:soea:10:20:0.6',
      {
        changes: { watermark: overlayOf({ opacity: 0.5, at: 'soea', x: 10, y: 20, scale: 0.6 }) },
      },
    ],
    ['', {}],
    ['t:10', { changes: { trim: { threshold: 10, colour: undefined, isEqual: neither } } }],
    [
      'trim:0:0f0:1:t',
      {
        changes: {
          trim: {
            ...{ threshold: 0, colour: { red: 0, green: 255, blue: 0 } },
            isEqual: { horizontal: true, vertical: true },
          },
        },
      },
    ],
    ['t:10/t:', { changes: { trim: undefined } }],
    ['wm:1::-0.1', { changes: { watermark: overlayOf({ x: -0.1 }) } }],
    ['wm:1:re:5', { changes: { watermark: overlayOf({ at: 're', x: 5 }) } }],
    ['wm:1/wm:0', { changes: { watermark: undefined } }],
    [
      'rs:fit:300:200:0:1:no',
      { width: 300, height: 200, changes: { extend: { kind: 'compass', at: 'no', x: 0, y: 0 } } },
    ],
    ['ex:1', { changes: { extend: centre } }],
    ['ex:1/ex:0', { changes: { extend: undefined } }],
    ['exar:t:fp:0:1', { changes: { extendRatio: { kind: 'focus', x: 0, y: 1 } } }],
    ['mw:100/min-height:50', { changes: { minWidth: 100, minHeight: 50 } }],
    ['z:2', { changes: { zoom: { width: 2, height: 2 } } }],
    ['zoom:2:0.5', { changes: { zoom: { width: 2, height: 0.5 } } }],
    ['rot:90', { changes: { angle: 90 } }],
    ['rot:-90', { changes: { angle: 270 } }],
    ['rotate:450', { changes: { angle: 90 } }],
    ['fl:1', { changes: { flip: { horizontal: true, vertical: false } } }],
    ['flip::1', { changes: { flip: { horizontal: false, vertical: true } } }],
    ['pd:1', { changes: { padding: { top: 1, right: 1, bottom: 1, left: 1 } } }],
    ['pd:1:2', { changes: { padding: { top: 1, right: 2, bottom: 1, left: 2 } } }],
    ['padding::2:3:4', { changes: { padding: { top: 0, right: 2, bottom: 3, left: 4 } } }],
    ['pix:8', { changes: { pixelate: 8 } }],
    ['rs:fill:300::1', { type: 'fill', width: 300, enlarge: true }],
    ['rs:fit/w:300/rs:force', { type: 'force', width: 300 }],
    ['rs:fit:300:200:0:0:ce', { width: 300, height: 200, changes: { extend: undefined } }],
    ['el:t/att:true', { enlarge: true, isAttachment: true }],
    ['el:1/el:yes', { enlarge: false }],
    ['g:sm', { gravity: { kind: 'attention' } }],
    ['c:0.5:0', { part: { width: 0.5, height: 0, gravity: undefined } }],
    ['c:100', { part: { width: 100, height: 0, gravity: undefined } }],
    ['c:100/c:0', { part: undefined }],
    ['fq:jpg:10:avif:20/fq:webp:30', { formatQuality: { [jpeg]: 10, [avif]: 20, [webp]: 30 } }],
    ['mb:1000', { maxBytes: 1000 }],
    ['f:jpeg', { mediaType: jpeg }],
    ['f:png/f:auto', { mediaType: undefined }],
    ['kcr:1', { keepsCopyright: true }],
    ['ar:1/sm:t/exp:0', {}],
    ['cb:1/cb:', { cacheBuster: undefined }],
    ['fn:a%20b', { fileName: 'a%20b' }],
    ['fn:w6TDtg:1', { fileName: 'äö' }],
  ];
  for (const [options, sets] of rows.filter(([text]) => text !== '')) {
    it(`reads ${options}`, () => {
      expect(read(options)).to.deep.equal({ ...noOptions, ...sets });
    });
  }

  it('reads nothing, and the source', () => {
    const path = '/plain/http://images.dev/lorem/ipsum.jpg@png';
    expect(readAddress(path, { presets: new Map(), now })).to.deep.equal({
      source: 'http://images.dev/lorem/ipsum.jpg',
      options: { ...noOptions, mediaType: png },
    });
  });

  it('prefers the extension to the option', () => {
    const path = '/f:webp/plain/a@avif';
    expect(readAddress(path, { presets: new Map(), now }).options.mediaType).to.equal(avif);
  });

  /** Those before the empty row are imgproxy's. */
  const refused: readonly (readonly [options: string, problem: string, message: string])[] = [
    ['gravity:re', 'invalid', 'gravity: expected one of ce'],
    ['crop:100:200:re', 'invalid', 'crop: expected one of ce'],
    ['crop:0:0:re', 'invalid', 'crop: expected one of ce'],
    ['extend:1:sm', 'invalid', 'extend: expected a point'],
    ['extend:1:re', 'invalid', 'extend: expected one of ce'],
    ['skp:jpg:png:bad_format', 'invalid', 'skp: this service has no such option'],
    ['exp:1609448400', 'invalid', 'The address has expired.'],
    ['', '', ''],
    ['trim:x', 'invalid', 'trim: expected a number of at least 0'],
    ['t:-1', 'invalid', 'trim: expected a number of at least 0'],
    ['t:NaN', 'invalid', 'trim: expected a number of at least 0'],
    ['t:10:red', 'invalid', 'trim: expected three or six hexadecimal digits'],
    ['t:10::1:1:1', 'invalid', 't: expected at most 4 arguments, got 5'],
    ['wm:1.1', 'invalid', 'watermark: expected a number from 0 to 1'],
    ['wm:', 'invalid', 'watermark: expected a number from 0 to 1'],
    ['wm:1:sm', 'invalid', 'watermark: expected one of ce'],
    ['wm:1:ce:x', 'invalid', 'watermark: expected a number'],
    ['wm:1:ce:0:0:0', 'invalid', 'watermark: expected a number above 0'],
    ['wm:1:re:-1', 'invalid', 'watermark: expected offsets of at least 0 with re'],
    ['bl:1001', 'invalid', 'blur: expected a number from 0 to 1000'],
    ['sh:11', 'invalid', 'sharpen: expected a number from 0 to 10'],
    ['rot:45', 'invalid', 'rotate: expected a multiple of 90'],
    ['rot:x', 'invalid', 'rotate: expected a number'],
    ['pd:-1', 'invalid', 'padding: expected an integer of at least 0'],
    ['z:0', 'invalid', 'zoom: expected a number above 0'],
    ['pix:1.5', 'invalid', 'pixelate: expected an integer'],
    ['raw:1', 'invalid', 'raw: this service has no such option'],
    ['__proto__:1', 'invalid', '__proto__: this service has no such option'],
    ['msr:1', 'forbidden', 'limits are set by the configuration'],
    ['rs:fit:1:2:3:0:5:6:7:8:9', 'invalid', 'rs: expected at most 8 arguments, got 10'],
    ['rs:round', 'invalid', 'resizing_type: expected one of fit'],
    ['w:-1', 'invalid', 'width: expected an integer of at least 0, got "-1"'],
    ['w:1e3', 'invalid', 'width: expected an integer'],
    ['w:', 'invalid', 'width: expected an integer'],
    ['w:99999999999999999999', 'invalid', 'width: expected an integer'],
    ['dpr:0', 'invalid', 'dpr: expected a number above 0'],
    ['dpr:Infinity', 'invalid', 'dpr: expected a number above 0'],
    ['g:fp:2:0', 'invalid', 'gravity: expected a number from 0 to 1'],
    ['g:fp:0.5', 'invalid', 'gravity: expected a number'],
    ['g:sm:1', 'invalid', 'no arguments after sm'],
    ['g:no:x', 'invalid', 'gravity: expected a number'],
    ['q:101', 'invalid', 'quality: expected an integer from 0 to 100'],
    ['fq:jpg', 'invalid', 'format_quality: no quality for jpg'],
    ['fq:jpg:10:bad:20', 'invalid', 'format_quality: expected one of jpg'],
    ['f:gif', 'unsupported', 'format: gif is not made here'],
    ['f:constructor', 'invalid', 'format: expected one of jpg'],
    ['bg:12', 'invalid', 'background: expected three or six hexadecimal digits'],
    ['bg:1:2', 'invalid', 'background: expected one or three arguments'],
    ['bg:1:2:256', 'invalid', 'background: expected an integer from 0 to 255'],
    ['ar:0', 'invalid', 'auto_rotate: expected true'],
    ['sm:0', 'invalid', 'strip_metadata: expected true'],
    ['pr:none', 'invalid', 'preset: there is no preset none'],
  ];
  for (const [options, problem, message] of refused.filter(([text]) => text !== '')) {
    it(`refuses ${options}`, () => {
      expect(() => read(options))
        .to.throw(message)
        .with.property('problem', problem);
    });
  }

  it('has no watermark where the configuration has none, also in presets', () => {
    const path = '/wm:0.5/plain/a';
    const message = 'the configuration has no picture for it (delivery.watermark)';
    expect(() => readAddress(path, { presets: new Map(), now })).to.throw(message);
    expect(() => presetsOf({ marked: 'wm:1' })).to.throw(
      `delivery.presets.marked: watermark: ${message}`,
    );
  });

  it('has presets in their place, and the default before all', () => {
    const presets = { default: 'q:50/rt:fill', small: 'w:100/q:60', both: 'pr:small/h:50' };
    expect(read('pr:both/q:70', presets)).to.deep.equal({
      ...noOptions,
      ...{ type: 'fill', width: 100, height: 50, quality: 70 },
    });
    expect(read('q:70/pr:small', presets).quality).to.equal(60);
  });

  it('reads presets that name each other once', () => {
    const presets = { one: 'rt:fill/pr:two', two: 'q:50/pr:one' };
    expect(read('pr:one', presets)).to.deep.equal({ ...noOptions, type: 'fill', quality: 50 });
  });
});

describe('presetsOf', () => {
  it('names the preset that cannot be used', () => {
    expect(() => presetsOf({ test: 'resize:fit:-1:-2' })).to.throw(
      'delivery.presets.test: width: expected an integer of at least 0, got "-1".',
    );
  });
});
