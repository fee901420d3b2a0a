import { TASK_SECTIONS } from '#shared/features/articles/rules.ts'
import { readInstallation } from '../../db/installation.ts'
import type { Settings } from '../../settings.ts'
import { createAsanaBoard } from './asana.ts'
import { type BuiltInBoard, createBuiltInBoard } from './built-in.ts'
import type { DeliveryParts } from './deliveries.ts'
import type { TaskBoard } from './port.ts'

/** The task board that the settings name, or our own, which has more to it than the port says. */
export function chooseTaskBoard(
  { vendors }: Pick<Settings, 'vendors'>,
  parts: DeliveryParts,
): { taskBoard: TaskBoard; builtInBoard: BuiltInBoard | null } {
  if (vendors.asana) {
    const clock = () => parts.clock().getTime()
    const installation = () => readInstallation(parts.db, parts.clock())
    return { taskBoard: createAsanaBoard({ ...vendors.asana, installation, clock }), builtInBoard: null }
  }
  const builtInBoard = createBuiltInBoard({ ...parts, sections: Object.values(TASK_SECTIONS) })
  return { taskBoard: builtInBoard, builtInBoard }
}
