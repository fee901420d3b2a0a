import { isPermitted } from '#shared/access/permissions.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { keywordCommentEndpoints } from '#shared/features/keywords/keyword-comments/contract.ts'
import { isAuthor, mentionedIds } from '#shared/features/keywords/keyword-comments/rules.ts'
import type { Once } from '../../../calls/once.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { forbidden, notFound } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { NoticesService } from '../../ground/area.ts'
import { plainText, storedContent } from './comment-text.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

export interface CommentDeps {
  db: Db
  clock: () => Date
  notices: Pick<NoticesService, 'notify'>
}

/** Users who cannot sign in or may not see keywords would never read the notice. */
const isReachable = ({ active, roleId }: store.MentionedPerson) =>
  active && isPermitted(grantsOf(roleId), ['ViewKeywords'])

const textsOf = (comment: string): store.CommentTexts => ({ comment, content: storedContent(comment) })

interface Written {
  keywordId: number
  commentId: number
  comment: string
  /** Users mentioned before the edit, who already know. */
  before: readonly number[]
}

/** Notifies users who are mentioned for the first time. Returns the names of those who cannot be reached. */
async function tellMentioned(tx: Db, { notices }: CommentDeps, actor: Caller, written: Written) {
  const { keywordId, commentId, comment, before } = written
  const people = await store.findPeople(tx, mentionedIds(comment))
  const words = plainText(comment, (id) => {
    const person = people.get(id)
    return person && fullNameOf(person)
  })
  for (const person of people.values()) {
    if (before.includes(person.id) || !isReachable(person)) continue
    await notices.notify(tx, {
      userId: person.id,
      kind: 'mentioned',
      actorId: actor.id,
      keywordId,
      commentId,
      words,
    })
  }
  return [...people.values()].filter((person) => !isReachable(person)).map(fullNameOf)
}

async function readComment(db: Db, id: number) {
  const found = await queries.findComment(db, id)
  if (!found) throw notFound('Comment')
  return { found, people: await store.findPeople(db, mentionedIds(found.comment.comment)) }
}

export interface NewComment {
  keywordId: number
  comment: string
}

async function insertComment(deps: CommentDeps, tx: Db, actor: Caller, { keywordId, comment }: NewComment) {
  if (!(await store.isKeyword(tx, keywordId))) throw notFound('Keyword')
  const values = { keywordId, userId: actor.id, createdAt: deps.clock(), ...textsOf(comment) }
  const commentId = await store.insertComment(tx, values)
  const written = { keywordId, commentId, comment, before: [] }
  const unreachable = await tellMentioned(tx, deps, actor, written)
  await audit(tx, actor, 'comment.created', { id: commentId, after: { keywordId, content: values.content } })
  return { commentId, unreachable }
}

/** Creates a comment. Repeating the same call creates it only once. */
async function createComment(deps: CommentDeps, actor: Caller, input: NewComment, once: Once) {
  requires(actor, keywordCommentEndpoints.create.access)
  return transaction(deps.db, async (tx) => {
    const { commentId, unreachable } = await once(tx, () => insertComment(deps, tx, actor, input))
    return { ...(await readComment(tx, commentId)), unreachable }
  })
}

/** The ids that identify a comment. */
export interface Place {
  keywordId: number
  commentId: number
}

/** The caller's own comment, locked until the transaction ends. */
async function lockOwn(tx: Db, actor: Caller, { keywordId, commentId }: Place) {
  const row = await store.lockComment(tx, keywordId, commentId)
  if (!row) throw notFound('Comment')
  if (!isAuthor({ user_id: row.userId }, actor.id)) throw forbidden('This comment belongs to another user.')
  return row
}

async function updateComment(deps: CommentDeps, actor: Caller, place: Place, comment: string) {
  requires(actor, keywordCommentEndpoints.update.access)
  return transaction(deps.db, async (tx) => {
    const row = await lockOwn(tx, actor, place)
    const texts = textsOf(comment)
    await store.updateComment(tx, row.id, { ...texts, updatedAt: deps.clock() })
    await audit(tx, actor, 'comment.changed', {
      id: row.id,
      before: { content: row.content },
      after: { content: texts.content },
    })
    const written = { ...place, comment, before: mentionedIds(row.comment) }
    const unreachable = await tellMentioned(tx, deps, actor, written)
    return { ...(await readComment(tx, row.id)), unreachable }
  })
}

async function removeComment({ db }: CommentDeps, actor: Caller, place: Place): Promise<void> {
  requires(actor, keywordCommentEndpoints.remove.access)
  await transaction(db, async (tx) => {
    const row = await lockOwn(tx, actor, place)
    await store.removeComment(tx, row.id)
    const { keywordId, content } = row
    await audit(tx, actor, 'comment.deleted', { id: row.id, before: { keywordId, content } })
  })
}

async function listComments({ db }: CommentDeps, keywordId: number) {
  const comments = await queries.listComments(db, keywordId)
  if (comments.length === 0 && !(await store.isKeyword(db, keywordId))) throw notFound('Keyword')
  const ids = comments.flatMap(({ comment }) => mentionedIds(comment.comment))
  return { comments, people: await store.findPeople(db, ids) }
}

export function createCommentsService(deps: CommentDeps) {
  return {
    listComments: (keywordId: number) => listComments(deps, keywordId),
    createComment: (actor: Caller, input: NewComment, once: Once) => createComment(deps, actor, input, once),
    updateComment: (actor: Caller, place: Place, comment: string) =>
      updateComment(deps, actor, place, comment),
    removeComment: (actor: Caller, place: Place) => removeComment(deps, actor, place),
  }
}
export type CommentsService = ReturnType<typeof createCommentsService>
