import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fullName, greetedName, type Named } from '#shared/format/full-name.ts'

interface Person {
  firstName: string
  lastName: string
}

const namedOf = ({ firstName, lastName }: Person): Named => ({ first_name: firstName, last_name: lastName })

/** `Dana Okafor`, of a row of users or of the actor. */
export const fullNameOf = (person: Person): string => fullName(namedOf(person))

/** `greetedName` of a row of users or of the actor. */
export const greetedNameOf = (person: Person): string => greetedName(namedOf(person))

/** The same in SQL. With a left join it may be null, which the caller declares by the type parameter. */
export const fullNameIn = <Name extends string | null = string>(table: {
  firstName: SQLWrapper
  lastName: SQLWrapper
}): SQL<Name> => sql<Name>`trim(${table.firstName} || ' ' || ${table.lastName})`

/** The same of a table that a query names itself. */
export const fullNameFrom = (table: SQL): SQL =>
  fullNameIn({ firstName: sql`${table}.first_name`, lastName: sql`${table}.last_name` })
