/** The value of `Content-Disposition`. The name keeps only letters, digits, dots and dashes. */
export const disposition = (how: 'inline' | 'attachment', name: string): string =>
  `${how}; filename="${name.replace(/[^\w.-]/g, '_')}"`
