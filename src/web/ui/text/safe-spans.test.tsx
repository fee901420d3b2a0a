import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SafeSpans } from './safe-spans.tsx'

const shown = (html: string) => render(<SafeSpans html={html} />).container.innerHTML

it.each([
  [
    'keeps spans with a harmless style',
    '<span style="color: red">a</span> b',
    '<span style="color: red;">a</span> b',
  ],
  [
    'drops what loads or moves something',
    '<span style="position: fixed; font-weight: 700; background-image: url(//a.example/b)">a</span>',
    '<span style="font-weight: 700;">a</span>',
  ],
  ['drops other attributes', '<span class="dialog" onclick="x()" id="root">a</span>', '<span>a</span>'],
  ['keeps the text of other elements', '<p>a <b>b <span>c</span></b></p>d', 'a b <span>c</span>d'],
  [
    'drops scripts and styles with their text',
    'a<script>b</script><style>c</style><template>d</template>',
    'a',
  ],
  [
    'keeps a style after any other attribute',
    '<span title="a > b" style="color: red">a</span>',
    '<span style="color: red;">a</span>',
  ],
  [
    'keeps nested spans',
    '<span><span style="font-style: italic">a</span></span>',
    '<span><span style="font-style: italic;">a</span></span>',
  ],
])('a comment %s [COMM-012] [COMM-013]', (_what, html, kept) => {
  expect(shown(html)).toBe(kept)
})
