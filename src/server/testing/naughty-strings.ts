const at = (...codes: number[]) => String.fromCodePoint(...codes)

const NUMBERS = [
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '00',
    '1.0',
    '1.5',
    '.5',
    '1,000',
    '1_000',
    '١٢٣',
    '1e3',
    '1e309',
    '-1e309',
    '0x10',
  ],
  ...['0b1', '0o7', '2147483647', '2147483648', '-2147483649', '4294967296', '9007199254740993', '1/0'],
  ...['9223372036854775808', '99999999999999999999999999', 'NaN', 'Infinity', '-Infinity', '1 ', '1;', '+1'],
]

const DATES = [
  ...['0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01', '-0001-01-01', '2026-02-30', '2026-13-01'],
  ...[
    '2026-1-1',
    '2026-01-01T99:99',
    '01/02/2026',
    'yesterday',
    'now()',
    'infinity',
    '2026-W01',
    '1e3-01-01',
  ],
]

const WORDS = [
  ...[
    '',
    ' ',
    '\t',
    '\n',
    '\r\n',
    'null',
    'undefined',
    'true',
    'false',
    'None',
    'nil',
    '(null)',
    '[object Object]',
  ],
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', 'toJSON', 'then'],
  ...[
    '[]',
    '{}',
    '[1]',
    '{"a":1}',
    '"',
    "'",
    '`',
    '\\',
    '\\\\',
    '/',
    '//',
    '%',
    '%%',
    '%s%n%x',
    '%00',
    '_',
    '--',
  ],
]

const DATABASE = [
  ...[
    "'; drop table users; --",
    "' or '1'='1",
    '1; select pg_sleep(5)',
    "') or true--",
    '$1',
    '$$',
    ':name',
    '?',
  ],
  ...[
    "\\'; select 1",
    'users.password_hash',
    "e'\\\\'",
    '/* */',
    "x'00",
    "U&'\\0061'",
    '"users"',
    'select *',
  ],
]

const PAGES = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', '<!--', ']]>'],
  ...[
    'javascript:alert(1)',
    '{{7*7}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is what it plays at
    '${7*7}',
    '<%= 7*7 %>',
    '&lt;',
    '&#0;',
    '<style>*{display:none}</style>',
  ],
]

const SYSTEM = [
  ...[
    '../../etc/passwd',
    '..\\..\\windows',
    '/dev/null',
    'CON',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    '~root',
  ],
  ...[
    '$(id)',
    '`id`',
    '| id',
    '; id',
    '&& id',
    '=1+1',
    '@SUM(A1)',
    '+cmd',
    'a\r\nSet-Cookie: x=1',
    'a\r\n\r\nb',
  ],
]

const UNICODE = [
  'Ω≈ç√∫˜µ≤≥÷',
  'åß∂ƒ©˙∆˚¬…æ',
  '田中さんにあげて下さい',
  '사회과학원 어학연구소',
  'הָיְתָה test',
  'مُنَاقَشَةُ سُبُلِ',
  'Ⱥ ßİıſ ﬁ',
  '😍👩🏽‍🚀🇩🇪',
  'Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮',
  '𝕳𝖊𝖑𝖑𝖔',
  '１２３ｆｕｌｌ',
  at(0xfeff),
  at(0x200b),
  at(0x202e, 0x61, 0x62),
  at(0x2066, 0x61, 0x2069),
  at(0x2028),
  at(0x2029),
  at(0xa0),
  at(0x180e),
  at(0x3000),
  at(0xad),
  at(0xfffd),
  at(0xffff),
  at(0xfdd0),
  at(0x1ffff),
  at(0x10ffff),
  at(0x7f),
  at(0x85),
  at(0x1, 0x2, 0x3, 0x1b),
  at(0x65, 0x301),
  at(0x1f1e6),
]

const LONG = ['a'.repeat(256), 'a'.repeat(5000), '😍'.repeat(3000), ' '.repeat(5000), '\n'.repeat(3000)]

/** Text that has broken software before, and that a database can hold. */
export const STORABLE: readonly string[] = [
  ...NUMBERS,
  ...DATES,
  ...WORDS,
  ...DATABASE,
  ...PAGES,
  ...SYSTEM,
  ...UNICODE,
  ...LONG,
]

/** Text that no database can hold: NUL, and halves of surrogate pairs. */
export const UNSTORABLE: readonly string[] = ['\0', 'a\0b', '\ud800', 'a\udfff', '\ude0d\ud83d', '😍\ud83d']

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value]
  return value
}

/** What JSON can hold where something else was expected. */
export const MISTYPED: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2_147_483_648,
  9_007_199_254_740_992,
  1e308,
  [],
  {},
  [''],
  ['a', 'b'],
  [null],
  [[]],
  { a: 1 },
  { length: 3 },
  { toString: 'x' },
  nested(40),
  Array(200).fill(1),
]
