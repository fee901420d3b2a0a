import type { Article } from '#shared/features/articles/contract.ts'

export const SITE = {
  site_id: 1,
  code: 'ok',
  display_name: 'S',
  normalized_name: 's',
  logo_url: '/s.png',
  url: '',
}

/** A requested article of Ada Reed, as the server answers it. */
export const anArticle = (changes: Partial<Article> = {}): Article => ({
  article_id: 5,
  title: 'Kettles',
  status: 'requested',
  image_url: null,
  site_id: SITE.site_id,
  site: SITE,
  user_id: 31,
  user: { id: 31, first_name: 'Ada', last_name: 'Reed', username: 'ada@copydesk.example' },
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
  intro: null,
  notes: null,
  draft: false,
  qa_user: null,
  keywords: [{ keyword_id: 1, keyword: 'kettle' }],
  products: [],
  faqs: [],
  returns: [],
  events: [],
  asana_url: null,
  gid: null,
  asana_section: null,
  wordpress_id: null,
  revises: null,
  renewal: null,
  mirrors: [],
  post: null,
  checklist: [],
  version: 3,
  ...changes,
})
