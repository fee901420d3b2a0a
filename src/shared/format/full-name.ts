/** What a person is called. */
export interface Named {
  first_name: string
  last_name: string
}

/** `Dana Okafor` */
export const fullName = ({ first_name: first, last_name: last }: Named): string => `${first} ${last}`.trim()

/**
 * The first name to greet a person by; empty for the first administrator as long as nobody has typed their
 * name. The last name tells: nobody can be saved without one.
 */
export const greetedName = ({ first_name: first, last_name: last }: Named): string =>
  last === '' ? '' : first

/** `Hello, Dana`, or just `Hello`. */
export const greeting = (word: string, name: string): string => (name === '' ? word : `${word}, ${name}`)
