import { expect } from 'chai';
import { type Fields, operationBodyOf } from '../../src/web/operation-form.ts';

describe('the options of the form', () => {
  const cases: readonly (readonly [title: string, fields: Fields, body: object | undefined])[] = [
    [
      'are nothing where none was chosen',
      [
        ['type', ''],
        ['width', ''],
        ['method', 'fit'],
      ],
      undefined,
    ],
    ['convert', [['type', 'image/webp']], { convert: { type: 'image/webp' } }],
    [
      'scale by one side',
      [
        ['width', '200'],
        ['method', 'fit'],
      ],
      { resize: { method: 'scale', width: 200 } },
    ],
    [
      'resize by both sides',
      [
        ['width', '200'],
        ['height', ' 90 '],
        ['method', 'cover'],
      ],
      { resize: { method: 'cover', width: 200, height: 90 } },
    ],
    ['fill', [['background', 'white']], { transform: { background: 'white' } }],
    [
      'keep metadata',
      [
        ['preserve', 'copyright'],
        ['preserve', 'location'],
      ],
      { preserve: ['copyright', 'location'] },
    ],
  ];
  for (const [title, fields, body] of cases) {
    it(title, () => expect(operationBodyOf(fields)).to.deep.equal(body));
  }

  it('leave what is no number to the check of the operation', () => {
    expect(operationBodyOf([['width', 'wide']])).to.deep.equal({
      resize: { method: 'scale', width: NaN },
    });
  });
});
