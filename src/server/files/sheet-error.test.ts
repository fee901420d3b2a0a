import { expect, it } from 'vitest'
import { holdsSheetError } from './sheet-error.ts'

it.each([
  ...['#N/A', '#REF!', '#ERROR!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!', '#CALC!'],
  ...[
    '#FIELD!',
    '#BUSY!',
    '#GETTING_DATA',
    'Loading…',
    'Loading...',
    ' #n/a ',
    '#N/A\u00a0',
    '\ufeffloading...',
  ],
  ...['#NV', '#BEZUG!', '#WERT!', '#ZAHL!', '#Überlauf!', '#U\u0308BERLAUF!', 'Wird geladen...'],
  ...['#VALEUR!', '#NOM?', 'Chargement...', '#¡REF!', '#¿NOMBRE?', '#N/D', 'Cargando…', '#RIF!', '#NÚM!'],
  ...['#WAARDE!', '#N/D!', '#VÄRDEFEL!', '#I/T', '#ЗНАЧ!', 'Err:502', 'Err :508', 'Fehler:502', '########'],
  ...['#YOK', '#SAKNAS', '#HIÁNYZIK', '#getting_data'],
])('%j is an error of a spreadsheet and no text', (cell) => {
  expect(holdsSheetError(cell)).toBe(true)
})

it.each([
  ...['#1 vacuum', 'loading dock', 'Loading', 'loading ramp...', '#', '##', '#ref', 'n/a', 'NV', 'Number 1!'],
  ...['what does #REF! mean', '#N/A fix', 'error 502', 'err:404', 'best vacuums...', '#kitchen', 'name?', ''],
  ...['#yok', '#Nv', '#puuttuu', 'ERR 501', 'Err501', '#ERR 502', 'Fehler 503'],
  ...['#REF! '.repeat(40), 7, null, undefined, ['#N/A']],
])('%j is no error of a spreadsheet', (cell) => {
  expect(holdsSheetError(cell)).toBe(false)
})
