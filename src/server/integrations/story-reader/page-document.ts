import { type CheerioAPI, load } from 'cheerio/slim'
import { isElement, type PageElement, type PageNode } from './page-text.ts'
import { trimPage } from './trim-page.ts'

/**
 * Parses a page and wraps it in a single element: selectors compare each of their start elements with every
 * other one, which is very slow for thousands of siblings.
 */
export function openPage(html: string): CheerioAPI {
  const $ = load(trimPage(html))
  const root = $.root().get(0)
  const top = load('<page></page>')('page').get(0)
  if (root === undefined || top === undefined) return $
  for (const node of root.children) node.parent = top
  top.children = root.children
  top.parent = root
  root.children = [top]
  return $
}

function isInside(node: PageNode, root: PageNode): boolean {
  for (let each: PageNode | null = node; each !== null; each = each.parent) if (each === root) return true
  return false
}

/** The elements below `root` that a selector finds, in the order of the page. */
export const findIn = ($: CheerioAPI, selector: string, root: PageNode): PageElement[] =>
  $(selector)
    .toArray()
    .filter((node): node is PageElement => isElement(node) && isInside(node, root))
