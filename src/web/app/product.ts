/** What the product calls itself. */
export const PRODUCT_NAME = 'Copydesk'
export const TAGLINE = 'The desk for keywords and shopping articles.'
