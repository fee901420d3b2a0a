import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { IgnoredPost } from '#shared/features/posts/gsc-keywords/contract.ts'
import { MISMATCH_PAGE_SIZE } from '#shared/features/posts/gsc-keywords/rules.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { CLEAR_FILTERS, EMPTY_IGNORED, FAILURES, TAB_LABELS, UNMATCHED } from './messages.ts'
import { PostTitleCell } from './post-title-cell.tsx'
import { ignoreAgain, ignoredQuery, unignorePost, useReload } from './queries.ts'
import { PLAIN, type PlainSearch } from './search.ts'

const IGNORED_POSTS: ListOf<IgnoredPost, PlainSearch> = {
  name: 'gsc-ignored',
  label: TAB_LABELS.ignored,
  ...PLAIN,
  size: MISMATCH_PAGE_SIZE,
  rowKey: ({ site_code, post_id }) => `${site_code}/${post_id}`,
  failTitle: FAILURES.ignored,
  empty: EMPTY_IGNORED,
  unmatched: { text: UNMATCHED, clear: CLEAR_FILTERS },
}

const columnsOf = (remove: (post: IgnoredPost) => void): TableColumn<IgnoredPost>[] => [
  {
    key: 'post_title',
    title: 'Post',
    required: true,
    place: 'name',
    render: ({ site_code, post_title }) => <PostTitleCell code={site_code} title={post_title} />,
  },
  {
    key: 'post_id',
    title: 'Post id',
    numeric: true,
    required: true,
    labelled: true,
    render: ({ post_id }) => <span className="quiet">{post_id}</span>,
  },
  { key: 'by', title: 'Ignored by', labelled: true, required: true, render: ({ by }) => by ?? '–' },
  {
    key: 'created_at',
    title: 'When',
    place: 'figure',
    required: true,
    render: ({ created_at }) => <Moment moment={created_at} />,
  },
  {
    key: 'remove',
    title: 'Actions',
    numeric: true,
    required: true,
    place: 'actions',
    render: (post) => (
      <Button type="link" size="small" aria-label={`Remove ${post.post_title}`} onClick={() => remove(post)}>
        Remove
      </Button>
    ),
  },
]

/** Removes a post from the list at once, with an undo. */
function useRemoval() {
  const reload = useReload()
  const { mutate } = useMutation({
    mutationFn: unignorePost,
    onSuccess(_answer, post) {
      const putBack = () => void ignoreAgain(post).then(reload).catch(handleError(FAILURES.apply))
      notify({
        kind: 'success',
        title: `“${post.post_title}” is no longer ignored`,
        action: { label: 'Undo', run: putBack, isUndo: true },
      })
      return reload()
    },
    onError: handleError(FAILURES.apply),
  })
  return mutate
}

interface IgnoredTableProps {
  search: PlainSearch
  onChange: (patch: Partial<PlainSearch>) => void
  toolbar: ReactNode
}

/** The posts that the mismatch list ignores. */
export function IgnoredTable({ search, onChange, toolbar }: IgnoredTableProps) {
  const query = useQuery(ignoredQuery(search))
  const remove = useRemoval()
  const columns = useMemo(() => columnsOf(remove), [remove])
  return (
    <List
      of={IGNORED_POSTS}
      search={search}
      onChange={onChange}
      query={query}
      columns={columns}
      toolbar={toolbar}
    />
  )
}
