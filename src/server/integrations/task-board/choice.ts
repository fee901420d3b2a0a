import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import { readInstallation } from '../../db/installation.ts'
import { createAccountStore } from '../../db/vendors/vendor-accounts.ts'
import { createAsanaBoard } from './asana.ts'
import type { AsanaAccount } from './asana-settings.ts'
import { createBuiltInBoard } from './built-in.ts'
import type { DeliveryDeps } from './deliveries.ts'
import type { BuiltInBoard, TaskBoard } from './port.ts'

/** The task board that an account is configured for, or our own, which has more to it than the port says. */
export function chooseTaskBoard({ account, ...deps }: DeliveryDeps & { account: AsanaAccount | undefined }): {
  taskBoard: TaskBoard
  builtInBoard: BuiltInBoard | null
} {
  if (account) {
    const clock = () => deps.clock().getTime()
    const accountStore = createAccountStore(deps.db)
    const installation = () => readInstallation(deps.db, deps.clock())
    return {
      taskBoard: createAsanaBoard({ ...account, installation, clock, accountStore }),
      builtInBoard: null,
    }
  }
  const builtInBoard = createBuiltInBoard({ ...deps, sections: Object.values(TASK_SECTIONS) })
  return { taskBoard: builtInBoard, builtInBoard }
}
