import { describe, expect, it } from 'vitest'
import { cpuTime } from '../testing/cpu-time.ts'
import { linksIn, mapLinks, markupIn, piecesOf } from './markup-pieces.ts'

const kindsOf = (html: string) => [...piecesOf(html)].map(({ kind, text }) => `${kind} ${text}`)

describe('the pieces of a post', () => {
  it.each([
    ['<img alt="a > b">c', ['open <img alt="a > b">', 'text c']],
    ["<img alt='a > \"b'>c", ["open <img alt='a > \"b'>", 'text c']],
    ['<img alt = "a < b > c" src=x>', ['open <img alt = "a < b > c" src=x>']],
    ['<p title=it\'s>So "it" is.</p>', ["open <p title=it's>", 'text So "it" is.', 'close </p>']],
    ['<a href=/?q="x>y</a>', ['open <a href=/?q="x>', 'text y', 'close </a>']],
    ['<p class="a"">b', ['open <p class="a"">', 'text b']],
  ])('end a tag where browsers do: %s', (html, pieces) => {
    expect(kindsOf(html)).toEqual(pieces)
  })

  it.each([
    ['a < b, 3 <4 and <3', ['text a < b, 3 <4 and <3']],
    ['<!-- <b>x</b> --><!-->y', ['comment <!-- <b>x</b> -->', 'comment <!-->', 'text y']],
    ['<script>a<b>"</p>"</script >c', ['open <script>', 'raw a<b>"</p>"', 'close </script >', 'text c']],
    [
      '<pre>a<b>c</b></pre>d',
      ['open <pre>', 'raw a', 'open <b>', 'raw c', 'close </b>', 'close </pre>', 'text d'],
    ],
    ['<code>a</code>b', ['open <code>', 'raw a', 'close </code>', 'text b']],
    ['[box\n text="So. <p>x</p>"]y', ['shortcode [box\n text="So. <p>x</p>"]', 'text y']],
    ['[code]a[/code]b', ['shortcode [code]', 'raw a', 'shortcode [/code]', 'text b']],
    ['use [code] now', ['text use ', 'shortcode [code]', 'text  now']],
    ['[Note: <b>x</b>] [1]', ['text [Note: ', 'open <b>', 'text x', 'close </b>', 'text ] [1]']],
    ['a<p title="b>c</p>', ['text a', 'raw <p title="b>c</p>']],
  ])('tell text from everything else: %s', (html, pieces) => {
    expect(kindsOf(html)).toEqual(pieces)
  })

  it('are all of it', () => {
    const odd =
      '<p a="<b>">x[y z="1"]<!-- c --><svg><title>&</title></svg></3><a><textarea></p></textarea>[q <'
    expect([...piecesOf(odd)].map(({ text }) => text).join('')).toBe(odd)
  })

  it('are read quickly, whatever they are', () => {
    const hostile = [
      '<',
      '<a ',
      '<a b="',
      '<!--',
      '[a',
      '[a b="c"',
      '[code]',
      '<script>',
      '<svg/>',
      '<pre>',
      '= "',
      '</',
    ]
    for (const piece of hostile) {
      const html = piece.repeat(Math.ceil(300_000 / piece.length))
      expect(
        cpuTime(() => [...piecesOf(html)]),
        piece,
      ).toBeLessThan(1000)
    }
    expect(cpuTime(() => [...piecesOf(`[${'a'.repeat(300_000)}`)])).toBeLessThan(1000)
  })
})

it('links are found by their tags, not by what attributes say', () => {
  const html = '<img alt="<a href=\'x\'>no</a>"><a title="a > b" href="y">y<br></a><a>z<a href="w">w</a>'
  expect(linksIn(html).map(({ words }) => words)).toEqual(['y<br>', 'w'])
  expect(mapLinks(html, ({ words }) => words.toUpperCase())).toBe(
    '<img alt="<a href=\'x\'>no</a>">Y<BR><a>zW',
  )
  expect(markupIn('<a b="c > d">e</a>[f][/f]<!-- g -->')).toEqual(['<a b="c > d">', '[f]', '<!-- g -->'])
})
