import { expect, test } from 'vitest'
import { callerWith } from '../../../testing/article-parts.ts'
import { addTask } from './verbs/add-task.ts'
import { tickChecklist } from './verbs/checklist.ts'
import { chooseWords } from './verbs/choose-words.ts'
import { handOverArticle } from './verbs/hand-over-article.ts'
import { extendDecision, undoDecision } from './verbs/hold-decision.ts'
import { leaveRenewed } from './verbs/leave-renewed.ts'
import { unlinkKeyword } from './verbs/link-keyword.ts'
import { retryCopy } from './verbs/retry-copy.ts'
import { cancelArticle, deleteArticle, resubmitArticle, reviewArticle } from './verbs/review-article.ts'
import { beginRevision } from './verbs/revise-article.ts'
import { createArticle, saveArticle } from './verbs/save-article.ts'
import { createSyncArticle } from './verbs/sync-article.ts'
import { undoRenewal } from './verbs/undo-renewal.ts'

const powerless = callerWith({ id: 1, firstName: 'Ann', lastName: 'One', username: 'ann@desk.example' }, [])
/** Neither parts nor input are looked at: a verb that reads them first fails otherwise. */
const unread = {} as never

test.each<[string, () => Promise<unknown>]>([
  ['request one', () => createArticle(unread, powerless, unread)],
  ['save one', () => saveArticle(unread, powerless, 1, unread)],
  ['review one', () => reviewArticle(unread, powerless, unread)],
  ['resubmit one', () => resubmitArticle(unread, powerless, unread)],
  ['cancel one', () => cancelArticle(unread, powerless, 1)],
  ['delete one', () => deleteArticle(unread, powerless, 1)],
  ['add one from a task', () => addTask(unread, powerless, unread)],
  ['take a keyword off one', () => unlinkKeyword(unread, powerless, unread)],
  ['tick a checklist', () => tickChecklist(unread, powerless, unread)],
  ['hand one over', () => handOverArticle(unread, unread, powerless, unread)],
  ['sync one', () => createSyncArticle(unread)(powerless, 1)],
  ['retry a copy', () => retryCopy(unread, powerless, unread)],
  ['begin an update', () => beginRevision(unread, powerless, unread)],
  ['choose words', () => chooseWords(unread, powerless, unread)],
  ['give up the place at a post', () => leaveRenewed(unread, powerless, unread)],
  ['put an old text back', () => undoRenewal(unread, powerless, 1)],
  ['extend a decision', () => extendDecision(unread, powerless, 1)],
  ['undo a decision', () => undoDecision(unread, powerless, 1)],
])('a caller without the permission cannot %s, whichever way the call takes', async (_what, call) => {
  await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
})
