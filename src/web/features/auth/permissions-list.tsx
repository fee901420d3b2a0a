import { Check, Minus } from 'lucide-react'
import { PERMISSION_WORDS, permissionLabel } from '#shared/access/permission-words.ts'
import type { Permission } from '#shared/access/permissions.ts'
import { keysOf } from '#shared/format/keys.ts'

const GROUPS = [...new Set(Object.values(PERMISSION_WORDS).map(({ group }) => group))]
const ALL = keysOf(PERMISSION_WORDS)

/** `12 of 23` */
export const grantedOf = (granted: readonly Permission[]) => `${granted.length} of ${ALL.length}`

function Line({ permission, isGranted }: { permission: Permission; isGranted: boolean }) {
  const Icon = isGranted ? Check : Minus
  return (
    <li className={isGranted ? 'permission granted' : 'permission'}>
      <Icon size={14} aria-label={isGranted ? 'Granted:' : 'Not granted:'} />
      <span>
        {permissionLabel(permission)}
        <span className="meta">{PERMISSION_WORDS[permission].allows}</span>
      </span>
    </li>
  )
}

/** Every permission in its group, with what it allows: those that are granted, and those that are not. */
export function PermissionsList({ granted }: { granted: readonly Permission[] }) {
  return (
    <div className="permission-groups">
      {GROUPS.map((name) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <ul>
            {ALL.filter((permission) => PERMISSION_WORDS[permission].group === name).map((permission) => (
              <Line key={permission} permission={permission} isGranted={granted.includes(permission)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
