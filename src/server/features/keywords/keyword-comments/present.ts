import type { KeywordComment } from '#shared/features/keywords/keyword-comments/contract.ts'
import { mentionedIds } from '#shared/features/keywords/keyword-comments/rules.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { shownContent } from './comment-text.ts'
import type { FoundComment } from './queries.ts'
import type { CommentsService } from './service.ts'
import type { MentionedPerson } from './store.ts'

export function presentComment(
  { comment, firstName, lastName }: FoundComment,
  people: ReadonlyMap<number, MentionedPerson>,
): KeywordComment {
  const mentioned = mentionedIds(comment.comment).flatMap((id) => people.get(id) ?? [])
  return {
    comment_id: comment.id,
    keyword_id: comment.keywordId,
    user_id: comment.userId,
    first_name: firstName,
    last_name: lastName,
    comment: comment.comment,
    content: shownContent(comment.content, (id) => {
      const person = people.get(id)
      return person && fullNameOf(person)
    }),
    mentions: mentioned.map((person) => ({
      id: person.id,
      first_name: person.firstName,
      last_name: person.lastName,
    })),
    created_at: comment.createdAt.toISOString(),
    updated_at: comment.updatedAt?.toISOString() ?? null,
  }
}

export const presentWritten = (written: Awaited<ReturnType<CommentsService['createComment']>>) => ({
  comment: presentComment(written.found, written.people),
  unreachable: written.unreachable,
})
