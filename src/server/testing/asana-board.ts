import type { FakeAsana } from './fake-asana.ts'

let serial = 0

/** Creates a board in the fake Asana with these sections, and tasks as a user would create them there. */
export function layOutBoard(fake: FakeAsana, boardGid: string, names: readonly string[]) {
  const sections = new Map(names.map((name) => [name, fake.addSection(boardGid, name)]))
  const sectionOf = (name: string) => {
    const gid = sections.get(name)
    if (gid === undefined) throw new Error(`The board has no section ${name}.`)
    return gid
  }
  const taskOf = (gid: string) => {
    const task = fake.tasks.get(gid)
    if (task === undefined) throw new Error(`There is no task ${gid}.`)
    return task
  }
  return {
    sectionOf,
    isCompleted: (gid: string) => taskOf(gid).completed,
    /** Answers the new task's number. */
    write(section: string, over: { name?: string; completed?: boolean } = {}) {
      serial += 1
      const gid = String(1_700_000_000_000_000 + serial)
      const places = new Map([[boardGid, sectionOf(section)]])
      const rest = { notes: 'By hand.', modified_at: new Date().toISOString(), level: null, stories: [] }
      const name = `Written by hand ${serial}`
      fake.tasks.set(gid, { gid, name, completed: false, places, ...rest, ...over })
      return gid
    },
    move: (gid: string, section: string) => void taskOf(gid).places.set(boardGid, sectionOf(section)),
    complete: (gid: string) => void Object.assign(taskOf(gid), { completed: true }),
  }
}
