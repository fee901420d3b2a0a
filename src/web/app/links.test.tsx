import { QueryClient } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { isValidElement } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { SCREENS } from '#shared/access/screens.ts'
import { HistorySearch, type PendingSearch } from '#web/features/articles/articles/search.ts'
import { ViewsMenu } from '#web/features/ground/saved-views/views-menu.tsx'
import { KeywordsSearch } from '#web/features/keywords/keywords/search.ts'
import { patched } from '#web/ui/patched.ts'
import { loadAddresses } from './addresses.ts'
import { createAppRouter } from './router.tsx'

const { articles, keywords, pendingArticles, report, tools, userDetails } = SCREENS

/**
 * Never rendered. The compiler is the test: `tsc` fails if an expected error is missing or a new one appears.
 */
const LINKS = [
  <Link key={1} to={articles.path} search={{ article: 5, status: ['draft'] }} />,
  // @ts-expect-error: a parameter that the screen does not have
  <Link key={2} to={articles.path} search={{ articel: 5 }} />,
  // @ts-expect-error: a parameter of another screen
  <Link key={3} to={articles.path} search={{ keyword_id: 5 }} />,
  // @ts-expect-error: a value of another kind
  <Link key={4} to={articles.path} search={{ article: 'five' }} />,
  // @ts-expect-error: a value that the screen does not know
  <Link key={5} to={articles.path} search={{ sort: 'earnings' }} />,
  <Link key={6} to={tools.path} />,
  // @ts-expect-error: a parameter for a screen that has none
  <Link key={7} to={tools.path} search={{ page: 2 }} />,
  // @ts-expect-error: an address of no screen
  <Link key={8} to="/article" />,

  <Link key={9} to={userDetails.path} params={{ id: '5' }} search={{ edit: '1' }} />,
  // @ts-expect-error: a part of the path is missing
  <Link key={10} to={userDetails.path} />,
  // @ts-expect-error: a part of the path under another name
  <Link key={11} to={userDetails.path} params={{ user: '5' }} />,
  // @ts-expect-error: a part of the path of another kind
  <Link key={12} to={userDetails.path} params={{ id: 5 }} />,
  // @ts-expect-error: a part of the path is missing
  <Navigate key={13} to={report.path} />,

  <Link key={14} from={pendingArticles.path} to="." search={patched<PendingSearch>({ on: 5 })} />,
  // @ts-expect-error: the rest stays, but the screen does not have what is added
  <Link key={15} from={pendingArticles.path} to="." search={patched<PendingSearch>({ sort: 'title' })} />,
  // @ts-expect-error: the rest stays, but the value is of another kind
  <Link key={16} from={pendingArticles.path} to="." search={patched<PendingSearch>({ on: 'five' })} />,

  // @ts-expect-error: the rest stays, but of which screen is not said
  <Link key={17} from={pendingArticles.path} to="." search={patched({ on: 5 })} />,
  // @ts-expect-error: the rest stays, but of another screen
  <Link key={18} from={pendingArticles.path} to="." search={patched<HistorySearch>({ article: 5 })} />,

  <ViewsMenu key={19} screen="keywords" kept={{ schema: KeywordsSearch, parameters: ['tags'] }} />,
  // @ts-expect-error: a view keeps what the screen does not have
  <ViewsMenu key={20} screen="keywords" kept={{ schema: KeywordsSearch, parameters: ['status'] }} />,
]

describe('a link', () => {
  beforeAll(loadAddresses)

  it('with a parameter that its screen does not have is a type error', () => {
    expect(LINKS.every(isValidElement)).toBe(true)
  })

  const router = createAppRouter(new QueryClient())

  it('contains its parameters, without the screen’s defaults', () => {
    const search = { ...HistorySearch.parse({}), site: [2, 3], article: 5 }
    expect(router.buildLocation({ to: articles.path, search }).href).toBe(
      '/articles?site[]=2&site[]=3&article=5',
    )
    const place = { to: userDetails.path, params: { id: '7' } } as const
    expect(router.buildLocation({ ...place, search: { edit: '1' } }).href).toBe('/users/7?edit=1')
  })

  it('that adds to an address keeps the rest of it', () => {
    const add = patched<HistorySearch>({ article: 5 })
    const search = add(HistorySearch.parse({ status: ['draft'], page: '2', article: '4' }))
    expect(router.buildLocation({ to: articles.path, search }).href).toBe(
      '/articles?page=2&status[]=draft&article=5',
    )
  })

  it('to a screen without state in its address carries nothing over', () => {
    expect(router.buildLocation({ to: tools.path }).href).toBe('/tools')
    expect(router.buildLocation({ to: keywords.path, search: {} }).href).toBe('/keywords')
  })
})
