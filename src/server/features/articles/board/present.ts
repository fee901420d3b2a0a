import type { Board, Task } from '#shared/features/articles/board/contract.ts'
import type { SeenBoard, SeenTask } from './service.ts'

function presentArticle(article: ReturnType<SeenBoard['articles']['get']>) {
  if (article === undefined) return null
  const { id, firstName, lastName, username } = article.user
  return { image_url: article.imageUrl, user: { id, first_name: firstName, last_name: lastName, username } }
}

export const presentBoard = ({ gid, name, sections, tasks, counts, articles }: SeenBoard): Board => ({
  gid,
  name,
  sections: sections.map((section) => ({
    gid: section.gid,
    name: section.name,
    count: counts.get(section.gid) ?? 0,
    tasks: tasks
      .filter(({ sectionGid }) => sectionGid === section.gid)
      .map(({ gid, name, priority, isCompleted, modifiedAt }) => ({
        gid,
        name,
        priority,
        completed: isCompleted,
        modified_at: modifiedAt.toISOString(),
        article: presentArticle(articles.get(gid)),
      })),
  })),
})

export const presentTask = ({ task, board, sections, comments, older, articleId }: SeenTask): Task => ({
  gid: task.gid,
  name: task.name,
  notes: task.notes,
  priority: task.priority,
  completed: task.isCompleted,
  modified_at: task.modifiedAt.toISOString(),
  section: task.section ?? '',
  board: { ...board, sections: sections.map(({ name }) => name) },
  comments: comments.map(({ text, createdAt }) => ({ text, created_at: createdAt.toISOString() })),
  older_comments: older,
  article_id: articleId,
})
