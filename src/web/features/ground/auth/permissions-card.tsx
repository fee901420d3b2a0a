import { Check, Minus } from 'lucide-react'
import { PERMISSION_WORDS, permissionLabel } from '#shared/access/permission-words.ts'
import type { Permission } from '#shared/access/permissions.ts'
import { keysOf } from '#shared/format/keys.ts'

const GROUPS = [...new Set(Object.values(PERMISSION_WORDS).map(({ group }) => group))]
const ALL = keysOf(PERMISSION_WORDS)

/** `12 of 23` */
export const grantedOf = (granted: readonly Permission[]) => `${granted.length} of ${ALL.length}`

interface LineProps {
  permission: Permission
  isGranted: boolean
  isDense: boolean
}

function Line({ permission, isGranted, isDense }: LineProps) {
  const { allows } = PERMISSION_WORDS[permission]
  const Icon = isGranted ? Check : Minus
  return (
    <li className={isGranted ? 'permission granted' : 'permission'} {...(isDense ? { title: allows } : {})}>
      <Icon size={14} aria-label={isGranted ? 'Granted:' : 'Not granted:'} />
      <span>
        {permissionLabel(permission)}
        {!isDense && <span className="meta block">{allows}</span>}
      </span>
    </li>
  )
}

interface PermissionsCardProps {
  granted: readonly Permission[]
  /** In narrow places, a permission's description is shown on hover. */
  isDense?: boolean
}

/** All permissions by group with their descriptions, granted or not. */
export function PermissionsCard({ granted, isDense = false }: PermissionsCardProps) {
  return (
    <div className={isDense ? 'permission-groups dense' : 'permission-groups'}>
      {GROUPS.map((name) => (
        <section key={name} aria-label={name}>
          <h3 className="caption quiet medium mb-6">{name}</h3>
          <ul>
            {ALL.filter((permission) => PERMISSION_WORDS[permission].group === name).map((permission) => (
              <Line
                key={permission}
                permission={permission}
                isGranted={granted.includes(permission)}
                isDense={isDense}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
