/** What a person is called. */
export interface Named {
  first_name: string
  last_name: string
}

/** `Dana Okafor` */
export const fullName = ({ first_name: first, last_name: last }: Named): string => `${first} ${last}`
