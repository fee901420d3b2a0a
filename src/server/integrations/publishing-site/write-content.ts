import {
  disclosureBlocks,
  type PostTexts,
  productGroup,
  prose,
  questionGroup,
  type WrittenProduct,
} from './block-markup.ts'
import { picksGroup } from './picks-markup.ts'
import type { PostContent } from './port.ts'

interface WrittenTexts extends Omit<PostTexts, 'products'> {
  products: WrittenProduct[]
  disclosure?: string | undefined
}

/** Content of a post in block markup. It uses only core blocks, so that every editor can work with it. */
export function writeContent(texts: WrittenTexts): string {
  const products = texts.products.map(productGroup)
  const picks = picksGroup(products.join('\n\n'))
  return [
    ...disclosureBlocks(texts.disclosure ?? ''),
    ...prose('intro', texts.introText),
    ...prose('introCopy', texts.introCopy),
    ...(picks === null ? [] : [picks]),
    ...products,
    ...prose('outro', texts.outroCopy),
    ...texts.questions.map(questionGroup),
    ...prose('trust', texts.trustStatement),
  ].join('\n\n')
}

/** The texts of a new post, before any editing. */
export function textsOf(content: Pick<PostContent, 'disclosure' | 'intro' | 'products' | 'questions'>) {
  return {
    disclosure: content.disclosure,
    introText: content.intro,
    introCopy: '',
    products: content.products.map((product) => ({ ...product, headline: '', description: '' })),
    outroCopy: '',
    questions: content.questions.map((headline) => ({ headline, acceptedAnswer: '' })),
    trustStatement: '',
  }
}
