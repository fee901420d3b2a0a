import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { Select } from '#web/ui/input/select.tsx'
import { boardsQuery } from './queries.ts'

/** Switches to the board of another site; nothing if there is only one. */
export function BoardPicker({ gid }: { gid: string }) {
  const navigate = useNavigate()
  const { data: boards = [] } = useQuery(boardsQuery)
  if (boards.length < 2) return null
  return (
    <Select<string>
      aria-label="Board"
      className="board-picker"
      value={gid}
      options={boards.map((board) => ({ value: board.gid, label: board.name }))}
      onChange={(next) => void navigate({ to: SCREENS.board.path, params: { gid: next } })}
      closesOnChoice
    />
  )
}
