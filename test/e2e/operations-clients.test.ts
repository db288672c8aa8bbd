import { expect } from 'chai';
import newest from 'tinify';
import { rejectionOf } from '../support/rejection.ts';
import { sharedService } from '../support/service/service.ts';
import { pngOf, sticker } from '../support/e2e/operating.ts';
import { photo } from '../support/e2e/pictures.ts';
import { oldClient, pointedAt, type Tinify } from '../support/e2e/pointed-client.ts';

type Source = ReturnType<Tinify['fromBuffer']>;
const pictures = { photo, sticker: pngOf(sticker(160, 120)) };

/** What a client asks for, and the media type, size and price of what it gets. */
type Case = Readonly<{
  title: string;
  picture: keyof typeof pictures;
  ask: (source: Source) => Source;
  type: readonly string[];
  size: readonly [number, number];
  price: number;
}>;

const jpeg = ['image/jpeg'];
const png = ['image/png'];
const webp = ['image/webp'];
const white = { background: '#FFFFFF' };

const resized = (
  options: object,
  size: readonly [number, number],
  title = JSON.stringify(options),
): Case => ({
  title: `resizes by ${title}`,
  picture: 'photo',
  ask: (source) => source.resize(options),
  type: jpeg,
  size,
  price: 1,
});

const whole = [800, 533] as const;
const small = [160, 120] as const;

// oxfmt-ignore
const cases: readonly Case[] = [
  resized({ method: 'scale', width: 150 }, [150, 100]),
  resized({ method: 'scale', height: 100 }, [150, 100]),
  resized({ method: 'scale', width: 5000 }, whole),
  resized({ method: 'scale', width: 150, height: null }, [150, 100]),
  resized({ method: 'fit', width: 150, height: 150 }, [150, 100]),
  resized({ method: 'fit', width: 1, height: 1 }, [1, 1]),
  resized({ method: 'fit', width: 5000, height: 5000 }, whole),
  resized({ method: 'cover', width: 150, height: 100 }, [150, 100]),
  resized({ method: 'cover', width: 100, height: 150 }, [100, 150]),
  resized({ method: 'cover', width: 5000, height: 100 }, [800, 100]),
  resized({ method: 'thumb', width: 150, height: 100 }, [150, 100]),
  resized({ method: 'thumb', width: 100, height: 150 }, [100, 150]),
  { title: 'converts to one type', picture: 'photo', ask: (source) => source.convert({ type: 'image/webp' }), type: webp, size: whole, price: 1 },
  { title: 'converts to a type by its other name', picture: 'photo', ask: (source) => source.convert({ type: 'image/jpg' }), type: jpeg, size: whole, price: 1 },
  { title: 'converts to one of a list', picture: 'photo', ask: (source) => source.convert({ type: ['image/webp', 'image/jpeg'] }), type: [...webp, ...jpeg], size: whole, price: 1 },
  { title: 'converts to any type', picture: 'sticker', ask: (source) => source.convert({ type: '*/*' }), type: [...webp, ...png], size: small, price: 1 },
  { title: 'fills the background', picture: 'sticker', ask: (source) => source.transform(white), type: png, size: small, price: 0 },
  { title: 'fills the background, as JPEG', picture: 'sticker', ask: (source) => source.convert({ type: 'image/jpeg' }).transform({ background: 'black' }), type: jpeg, size: small, price: 1 },
  { title: 'preserves what is there to preserve', picture: 'photo', ask: (source) => source.preserve('copyright', 'creation', 'location'), type: jpeg, size: whole, price: 0 },
  { title: 'resizes and converts', picture: 'photo', ask: (source) => source.resize({ method: 'fit', width: 120, height: 120 }).convert({ type: 'image/png' }), type: png, size: [120, 80], price: 2 },
  { title: 'does all at once', picture: 'sticker', ask: (source) => source.resize({ method: 'cover', width: 50, height: 50 }).convert({ type: ['image/webp'] }).transform(white).preserve(['copyright']), type: webp, size: [50, 50], price: 2 },
];

describe('operations of published clients', () => {
  const service = sharedService();
  for (const [name, tinify] of [
    ['the newest tinify client', newest],
    ['tinify 1.8.1, which sends them as GET', oldClient],
  ] as const) {
    describe(`by ${name}`, () => {
      pointedAt(tinify, service);

      for (const { title, picture, ask, type, size, price } of cases) {
        it(`${title} (${picture})`, async () => {
          const source = tinify.fromBuffer(pictures[picture]);
          await source.toBuffer();
          const before = tinify.compressionCount!;
          const result = ask(source).result();
          const content = await result.toBuffer();
          expect(tinify.compressionCount).to.equal(before + price);
          expect(await result.mediaType()).to.be.oneOf(type);
          expect([await result.width(), await result.height()]).to.deep.equal(size);
          expect(await result.size()).to.equal(content.length);
        });
      }

      const mistakes: readonly Readonly<{
        title: string;
        ask: (source: Source) => Source;
        says: string;
      }>[] = [
        {
          title: 'an unknown method',
          ask: (source) => source.resize({ method: 'stretch', width: 10 }),
          says: 'resize.method: expected one of "scale", "fit", "cover", "thumb", got "stretch"',
        },
        {
          title: 'a side too many',
          ask: (source) => source.resize({ method: 'scale', width: 10, height: 10 }),
          says: 'resize.height: expected no value beside width where the method is scale, got 10',
        },
        {
          title: 'a type that is not made here',
          ask: (source) => source.convert({ type: 'image/jxl' }),
          says: 'convert.type: expected one of ',
        },
        {
          title: 'transparency as JPEG',
          ask: (source) => source.convert({ type: 'image/jpeg' }),
          says: 'transform.background: expected a colour',
        },
        {
          title: 'a colour by a name',
          ask: (source) => source.transform({ background: 'red' }),
          says: 'transform.background: expected #RRGGBB, white or black, got "red"',
        },
        {
          title: 'metadata of another kind',
          ask: (source) => source.preserve('title'),
          says: 'preserve[0]: expected one of "copyright", "creation", "location", got "title"',
        },
      ];
      for (const { title, ask, says } of mistakes) {
        it(`sees ${title} as an error of the client, free of charge`, async () => {
          const source = tinify.fromBuffer(pictures.sticker);
          await source.toBuffer();
          const before = tinify.compressionCount;
          const error = await rejectionOf(ask(source).toBuffer());
          expect(error).to.be.instanceOf(tinify.ClientError);
          expect((error as Error).message).to.include(says);
          await tinify.validate();
          expect(tinify.compressionCount).to.equal(before);
        });
      }
    });
  }

  it('never have to be tried again', () => {
    const failed = service()
      .log()
      .filter(({ msg, status }) => msg === 'request abandoned' || Number(status) >= 500);
    expect(failed).to.deep.equal([]);
  });
});
