import { describe, expect, it } from 'vitest'
import { GONE, withoutEmptied } from '../../../markup/emptied-markup.ts'
import { cpuTime } from '../../../testing/cpu-time.ts'
import { claimsIn, withAnswers } from './claim-text.ts'

const CLAIM = 'The V2 is loud.'
const removed = (content: string) => withAnswers(content, [{ sentence: CLAIM, words: '' }])

describe('removing a sentence of a live post', () => {
  const block = (name: string, html: string) => `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->`
  it.each([
    ['an inline element', `<p>So. <em>${CLAIM}</em> Yes.</p>`, '<p>So. Yes.</p>'],
    ['blanks in it', `<p>So. <em>${CLAIM} </em>Yes.</p>`, '<p>So. Yes.</p>'],
    ['blanks around it', `<p>So.<em> ${CLAIM}</em> Yes.</p>`, '<p>So. Yes.</p>'],
    ['elements in elements', `<p>So. <strong><a href="/x">${CLAIM}</a></strong></p>`, '<p>So.</p>'],
    ['an item', `<ul><li>One.</li><li>${CLAIM}</li></ul>`, '<ul><li>One.</li></ul>'],
    ['a list', `<p>So.</p><ul class="x"><li>${CLAIM}</li></ul>`, '<p>So.</p>'],
    [
      'a paragraph with its block',
      `${block('paragraph', `<p>${CLAIM}</p>`)}\n\n${block('paragraph', '<p>So.</p>')}`,
      block('paragraph', '<p>So.</p>'),
    ],
    [
      'a list with its blocks',
      `<p>So.</p>${block('list', `<ul>${block('list-item', `<li><em>${CLAIM}</em></li>`)}</ul>`)}`,
      '<p>So.</p>',
    ],
    [
      'a quotation with its block',
      `<p>So.</p>${block('quote', `<blockquote class="wp-block-quote">${block('paragraph', `<p>${CLAIM}</p>`)}</blockquote>`)}`,
      '<p>So.</p>',
    ],
    [
      'a row',
      `<table><tr><td>${CLAIM}</td></tr><tr><td>x</td></tr></table>`,
      '<table><tr><td>x</td></tr></table>',
    ],
    [
      'a caption',
      `<figure><img src="/a.jpg"><figcaption>${CLAIM}</figcaption></figure>`,
      '<figure><img src="/a.jpg"></figure>',
    ],
    ['a line', `<p>One.<br>${CLAIM}<br>Two.</p>`, '<p>One.<br>Two.</p>'],
    ['the first line', `<p>${CLAIM}<br />\nTwo.</p>`, '<p>Two.</p>'],
    ['the last line', `<p>One.<br><em>${CLAIM}</em></p>`, '<p>One.</p>'],
    ['a line between blank lines', `<p>One.<br><br>${CLAIM}<br><br>Two.</p>`, '<p>One.<br><br>Two.</p>'],
    ['a line before a blank line', `<p>${CLAIM}<br><br>Two.</p>`, '<p>Two.</p>'],
    ['a line after a blank line', `<p>One.<br /><br />\n${CLAIM}</p>`, '<p>One.</p>'],
    [
      'blanks before the end of a line',
      `<p><span>So. ${CLAIM}</span></p><p><b>${CLAIM} Yes.</b></p>`,
      '<p><span>So.</span></p><p><b>Yes.</b></p>',
    ],
    ['a line within an element', `<p>One. <b>Two.<br>${CLAIM}</b></p>`, '<p>One. <b>Two.</b></p>'],
    ['a line that an element begins', `<p>One.<b><br>${CLAIM}</b> Two.</p>`, '<p>One.<br>Two.</p>'],
    ['a paragraph with an attribute', `<p>So.</p><p title="a > b">${CLAIM}</p>`, '<p>So.</p>'],
    ['the first sentence', `<p>${CLAIM} Yes.</p>`, '<p>Yes.</p>'],
    [
      'a paragraph and words with attributes of a word processor',
      `<p>So.</p><p data-start="1"><span data-sheets-value='{"1":2}'>${CLAIM}</span></p>`,
      '<p>So.</p>',
    ],
    ['a link', `<p>So. <a data-type="link" href="https://a.example/x">${CLAIM}</a></p>`, '<p>So.</p>'],
    [
      'an element whose class looks like data',
      `<p>So.</p><div class="my-data-row x data-y"><p>${CLAIM}</p></div>`,
      '<p>So.</p>',
    ],
    ['a blank that does not break, after it', `<p>So. ${CLAIM}&nbsp;Yes.</p>`, '<p>So.&nbsp;Yes.</p>'],
    ['a blank that does not break, before it', `<p>So.&nbsp;${CLAIM} Yes.</p>`, '<p>So. Yes.</p>'],
    [
      'blanks of all kinds',
      `<p>So.&nbsp; <b>&#160;${CLAIM}</b>&ensp;\u00a0Yes.</p>`,
      '<p>So.&ensp;\u00a0Yes.</p>',
    ],
    ['a line of such a blank', `<p>So.<br>&#xA0;${CLAIM}</p>`, '<p>So.</p>'],
    ['a paragraph without tags', `One.\n\n${CLAIM}\n\nTwo.`, 'One.\n\nTwo.'],
    ['a sentence before a paragraph without tags', `One. ${CLAIM}\n\nTwo.`, 'One.\n\nTwo.'],
  ])('removes what would be left empty: %s', (_what, before, after) => {
    expect(removed(before)).toBe(after)
  })

  it.each([
    ['elements', `<p></p><p>So. ${CLAIM}</p><ul><li></li></ul>`, '<p></p><p>So.</p><ul><li></li></ul>'],
    [
      'an element around a break',
      `<p>One. <b><br></b>${CLAIM}<br>Two.</p>`,
      '<p>One. <b><br></b><br>Two.</p>',
    ],
    ['a break between lines', `<p>One. <b>${CLAIM}<br>Two.</b></p>`, '<p>One. <b><br>Two.</b></p>'],
    ['an empty item', `<ul><li></li><li>${CLAIM}</li></ul>`, '<ul><li></li></ul>'],
    ['an icon', `<p><i class="icon"></i> ${CLAIM}</p>`, '<p><i class="icon"></i></p>'],
    ['a target of links', `<p><a id="loud"></a>${CLAIM}</p>`, '<p><a id="loud"></a></p>'],
    ['a picture', `<p><img src="/a.jpg"><br>${CLAIM}</p>`, '<p><img src="/a.jpg"></p>'],
    ['a comment', `<div><!-- ask Kim --><p>${CLAIM}</p></div>`, '<div><!-- ask Kim --></div>'],
    ['a shortcode', `<p>[rating id="1"]<br>${CLAIM}</p>`, '<p>[rating id="1"]</p>'],
    ['a cell of a row', `<tr><td>x</td><td>${CLAIM}</td></tr>`, '<tr><td>x</td><td></td></tr>'],
    ['a cell beside an empty one', `<tr><td></td><td>${CLAIM}</td></tr>`, '<tr><td></td><td></td></tr>'],
    ['items without ends', `<ul><li>${CLAIM}<li>x</ul>`, '<ul><li><li>x</ul>'],
    [
      'an empty block',
      `<p>So. ${CLAIM}</p><!-- wp:paragraph --><p></p><!-- /wp:paragraph -->`,
      '<p>So.</p><!-- wp:paragraph --><p></p><!-- /wp:paragraph -->',
    ],
    [
      'a void block',
      `<!-- wp:group --><div><!-- wp:spacer /--><p>${CLAIM}</p></div><!-- /wp:group -->`,
      '<!-- wp:group --><div><!-- wp:spacer /--></div><!-- /wp:group -->',
    ],
    [
      'a plugin’s block with its link',
      `<!-- wp:acf/callout {"link":"https://shop.example/x"} --><p>${CLAIM}</p><!-- /wp:acf/callout -->`,
      '<!-- wp:acf/callout {"link":"https://shop.example/x"} --><!-- /wp:acf/callout -->',
    ],
    [
      'a block with a picture behind it',
      `<!-- wp:cover {"url":"https://a.example/a.jpg"} --><p>${CLAIM}</p><!-- /wp:cover -->`,
      '<!-- wp:cover {"url":"https://a.example/a.jpg"} --><!-- /wp:cover -->',
    ],
    [
      'what a script reads',
      `<div data-asin="B0AAAAAAA9"><p>${CLAIM}</p></div>`,
      '<div data-asin="B0AAAAAAA9"></div>',
    ],
    [
      'words by which a script knows a product',
      `<p>So. <span data-id="B0AAAAAAA9">${CLAIM}</span></p>`,
      '<p>So. <span data-id="B0AAAAAAA9"></span></p>',
    ],
    [
      'the elements of a block that stays',
      `<!-- wp:media-text {"mediaId":5} --><div><figure><img src="/a.jpg"></figure><div class="c"><div>${block('paragraph', `<p>${CLAIM}</p>`)}</div></div></div><!-- /wp:media-text -->`,
      '<!-- wp:media-text {"mediaId":5} --><div><figure><img src="/a.jpg"></figure><div class="c"><div></div></div></div><!-- /wp:media-text -->',
    ],
    ['the break of a page', `<!--nextpage--><p>${CLAIM}</p>`, '<!--nextpage-->'],
  ])('leaves parts that were empty before, and parts that show something: %s', (_what, before, after) => {
    expect(removed(before)).toBe(after)
  })

  it('takes no longer for a long run of blanks', () => {
    const blanks = ' '.repeat(200_000)
    const began = process.cpuUsage()
    expect(removed(`<p>${blanks}Foo. ${CLAIM}</p>`)).toContain('Foo.')
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(2)
  })

  it('leaves a column, so that others keep their width, until all are empty', () => {
    const column = (html: string) =>
      `<!-- wp:column --><div class="wp-block-column">${html}</div><!-- /wp:column -->`
    const columns = (...all: string[]) =>
      `<!-- wp:columns --><div class="wp-block-columns">${all.map(column).join('')}</div><!-- /wp:columns -->`
    expect(removed(columns(`<p>${CLAIM}</p>`, '<p>x</p>'))).toBe(columns('', '<p>x</p>'))
    expect(removed(`<p>x</p>${columns(`<p>${CLAIM}</p>`, `<p>${CLAIM}</p>`)}`)).toBe('<p>x</p>')
  })

  it('changes nothing else, character by character', () => {
    const rest =
      '<p>5 < 6 &amp; <b >x</b>\n\n<br/><i></i> [a b="c > d"]</p>\n<!-- wp:spacer {"height":"9px"} /-->\n<p> </p>'
    expect(removed(`<p>${CLAIM}</p>\n\n${rest}`)).toBe(rest)
    expect(withoutEmptied(rest)).toBe(rest)
  })
})

describe('links to a heading that is removed', () => {
  const heading = `<h2 id="loud">${CLAIM}</h2>`
  const entry = (id: string, words: string) => `<li class="x"><a href="#${id}">${words}</a></li>`
  it.each([
    [
      'are removed from a table of contents',
      `<ul>${entry('loud', '1. Noise')}${entry('so', 'So')}</ul><h2 id="so">So</h2>${heading}`,
      `<ul>${entry('so', 'So')}</ul><h2 id="so">So</h2>`,
    ],
    [
      'are removed with a table of contents that has no others',
      `<nav><ul>${entry('loud', 'Noise')}</ul></nav><p>So.</p>${heading}`,
      '<p>So.</p>',
    ],
    [
      'leave their words in a sentence',
      `<p>See <a title="a > b" href='#loud'>the <b>noise</b></a> below.</p>${heading}`,
      '<p>See the <b>noise</b> below.</p>',
    ],
    [
      'leave their words above other entries',
      `<ul><li><a href="#loud">Noise</a><ul>${entry('so', 'So')}</ul></li></ul><p id="so">So</p>${heading}`,
      `<ul><li>Noise<ul>${entry('so', 'So')}</ul></li></ul><p id="so">So</p>`,
    ],
    [
      'leave their words in a block with a color',
      `<!-- wp:group {"color":"#fff"} --><p><a href="#loud">Noise</a></p><!-- /wp:group -->${heading}`,
      '<!-- wp:group {"color":"#fff"} --><p>Noise</p><!-- /wp:group -->',
    ],
    [
      'are found by an encoded address',
      `<p><a href="#gr%C3%B6%C3%9Fe">Noise</a></p><h2 id="größe">${CLAIM}</h2>`,
      '<p>Noise</p>',
    ],
  ])('%s', (_what, before, after) => {
    expect(removed(before)).toBe(after)
  })

  it.each([
    ['their target is still there', `<p><a href="#loud">Noise</a></p><h2 id="loud">${CLAIM} So.</h2>`],
    ['their target was not there before', `<p><a href="#other">Noise</a></p>${heading}`],
    ['they lead to another page', `<p><a href="/x#loud">Noise</a></p>${heading}`],
    [
      'a plugin writes them',
      `<!-- wp:toc/list {"headings":[{"content":"Noise","link":"#loud"}]} --><ul>${entry('loud', 'Noise')}</ul><!-- /wp:toc/list -->${heading}`,
    ],
  ])('stay where %s', (_what, before) => {
    expect(removed(before)).toBe(before.replace(heading, '').replace(`${CLAIM} `, ''))
  })
})

describe('a sentence that is not only text', () => {
  it.each([
    ['an attribute with an angle bracket', `<p><img alt="a > b. ${CLAIM} c"> x</p>`],
    ['an attribute in single quotes', `<p><a title='"a" > ${CLAIM}' href="/">x</a></p>`],
    ['an attribute with tags', `<p><span data-tip="<p>${CLAIM}</p>">x</span></p>`],
    ['a shortcode of several lines', `<p>x</p>\n[box\n text="So. ${CLAIM} Yes."\n]`],
    ['a shortcode with tags', `[box text="<p>So.</p>\n<p>${CLAIM}</p>"]`],
    ['a comment', `<!-- a > b\n${CLAIM}\n--><p>x</p>`],
    ['a script', `<script>/* > */ "<p>${CLAIM}</p>"</script>`],
    ['a style', `<style>/* <p>${CLAIM}</p> */</style>`],
    ['code', `<p><code>${CLAIM}</code></p>`],
    ['preformatted text', `<pre>So.\n<b>${CLAIM}</b></pre>`],
    ['code in a shortcode', `[sourcecode]<p>${CLAIM}</p>[/sourcecode]`],
    ['a hidden template', `<template><p>${CLAIM}</p></template>`],
    ['a text field', `<textarea><p>${CLAIM}</p></textarea>`],
    ['a tag that is never closed', `<p>x</p><a title="a > <p>${CLAIM}</p>`],
    [
      'a block that repeats it in its attributes',
      `<!-- wp:faq/block {"questions":[{"answer":"It hums. The \\u003cb\\u003eV2\\u003c/b\\u003e is loud."}]} --><p>${CLAIM}</p><!-- /wp:faq/block -->`,
    ],
  ])('is left to a person: %s', (_what, content) => {
    expect(claimsIn(content, [CLAIM])).toEqual([])
    expect(removed(content)).toBeNull()
  })

  it.each([
    [
      'after an image',
      `<p><img alt="a > b"></p><p>So. ${CLAIM}</p>`,
      '<p><img alt="a > b"></p><p>So. It hums.</p>',
    ],
    [
      'in a link',
      `<p><a title="a > b" href="/x">${CLAIM}</a> Yes.</p>`,
      '<p><a title="a > b" href="/x">It hums.</a> Yes.</p>',
    ],
    [
      'in a part of a link',
      `<p>So. The <a title="a > b" href="/x">V2</a> is loud.</p>`,
      '<p>So. It hums.</p>',
    ],
    [
      'beside a block that says it',
      `<!-- wp:a {"title":"${CLAIM}"} /--><!-- wp:b {"c":"${CLAIM}"} --><p>x</p><!-- /wp:b --><p>${CLAIM}</p>`,
      `<!-- wp:a {"title":"${CLAIM}"} /--><!-- wp:b {"c":"${CLAIM}"} --><p>x</p><!-- /wp:b --><p>It hums.</p>`,
    ],
    ['beside a sum', `<p>5 < 6. ${CLAIM}</p>`, '<p>5 < 6. It hums.</p>'],
  ])('is rewritten in its text alone: %s', (_what, before, after) => {
    expect(withAnswers(before, [{ sentence: CLAIM, words: 'It hums.' }])).toBe(after)
  })

  it('keeps a link whose attributes have an angle bracket', () => {
    const link = '<a title="a > b" href="/x">the shop</a>'
    const sentence = 'Get the V2 at the shop.'
    expect(withAnswers(`<p>Get the V2 at ${link}.</p>`, [{ sentence, words: 'Ask the shop.' }])).toBe(
      `<p>Ask ${link}.</p>`,
    )
  })
})

it('a post is cleaned quickly, whatever it is', () => {
  for (const piece of [
    '<p>',
    '<div>x</b>',
    '&nbsp;',
    '</p>',
    `<em>${GONE}`,
    GONE,
    `${GONE} `,
    '<!-- wp:a -->',
    '<br>',
    `<li>${GONE}</li>`,
  ]) {
    const content = piece.repeat(Math.ceil(200_000 / piece.length)) + GONE
    expect(
      cpuTime(() => withoutEmptied(content)),
      piece,
    ).toBeLessThan(1500)
  }
  for (const [open, end] of [
    ['<div>', '</div>'],
    ['<b>', '</b>'],
    ['<!-- wp:group -->', '<!-- /wp:group -->'],
  ] as const) {
    const nested = open.repeat(20_000) + GONE + end.repeat(20_000)
    expect(
      cpuTime(() => withoutEmptied(nested)),
      open,
    ).toBeLessThan(1500)
  }
})

it.each(['\uFDD0', '\uFDD1'])('a post that contains one of our placeholders is left to a person', (sign) => {
  expect(removed(`<p>${CLAIM} Yes.</p><p>${sign}</p>`)).toBeNull()
})
