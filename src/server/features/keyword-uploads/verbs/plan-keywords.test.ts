import { expect, it } from 'vitest'
import { planKeywords } from './plan-keywords.ts'

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function planned(bytes: Buffer, size: number) {
  const keywords: string[] = []
  const refused: [number, string][] = []
  const batches = planKeywords(inChunks(bytes, size), {
    onRefused: ({ line, reason }) => refused.push([line, reason]),
  })
  for await (const batch of batches) keywords.push(...batch)
  return { keywords, refused }
}

const TEXT = [
  'id,Keyword,note',
  '1,café crème,"a ""quoted"" note"',
  '2,"two',
  'lines, and a comma",',
  '',
  '3,😍 emoji,',
  `4,${'x'.repeat(256)},`,
  "5,'=1+1,",
  '6,\u200b\u00ad,only a note',
  '7,"lone "quote" here",',
  '8,last',
]
const EXPECTED = {
  keywords: ['café crème', 'two lines, and a comma', '😍 emoji', '=1+1', 'last'],
  refused: [
    [7, 'Longer than 255 characters'],
    [9, 'There is no keyword in this line.'],
    [10, 'A quote inside quotes must be doubled.'],
  ],
}

const encodings: [string, (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with its mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16BE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
]

for (const [encoding, encode] of encodings) {
  it(`the same file is read alike, however it is cut on its way and whatever ends its lines: ${encoding} [S11]`, async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      for (const size of [1, 2, 3, 5, 64, 100_000]) {
        expect(await planned(encode(TEXT.join(end)), size), `${JSON.stringify(end)} ${size}`).toEqual(
          EXPECTED,
        )
      }
    }
  })
}

it('an endless cell is looked at a few times and not with every piece of it [S11]', async () => {
  const endless = Buffer.from(`keyword\n${'"a'.repeat(300_000)}`)
  const began = performance.now()
  await expect(planned(endless, 512)).rejects.toThrow('The quote that opens in line 2 is never closed.')
  expect(performance.now() - began).toBeLessThan(5000)
})
