import { withoutInvisible } from '#shared/format/invisible.ts'

/** What spreadsheets show in place of a value that they could not compute, in the languages that they are set to. */
const ERRORS: ReadonlySet<string> = new Set(
  [
    // English, with the errors that other languages leave as they are
    '#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #ERROR! #GETTING_DATA #SPILL! #CALC! #FIELD! #BUSY!',
    '#BLOCKED! #CONNECT! #UNKNOWN! #EXTERNAL! #PYTHON! #TIMEOUT!',
    // German
    '#WERT! #BEZUG! #ZAHL! #NV #DATEN_ABRUFEN #ÜBERLAUF! #KALK! #FELD! #FEHLER! #BLOCKIERT! #UNBEKANNT!',
    // French
    '#NUL! #VALEUR! #NOM? #NOMBRE! #OBTENTION_DONNEES #PROPAGATION! #EPARS! #ÉPARS! #CALCUL! #CHAMP! #OCCUPÉ!',
    // Spanish
    '#¡NULO! #¡DIV/0! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #N/D #OBTENIENDO_DATOS #¡DESBORDAMIENTO! #¡DESBORDE!',
    '#¡CALC! #¡CAMPO! #¡OCUPADO! #¡ERROR!',
    // Italian
    '#NULLO! #VALORE! #RIF! #NOME? #ESPANSIONE! #CAMPO! #OCCUPATO!',
    // Portuguese
    '#NULO! #VALOR! #NÚM! #OBTENDO_DADOS #A_OBTER_DADOS #DESPEJAR! #EXCEDENTE! #TRANSPOR! #CÁLC! #OCUPADO!',
    // Dutch
    '#LEEG! #DEEL/0! #WAARDE! #VERW! #NAAM? #GETAL! #N/B #GEGEVENS_OPHALEN #OVERLOOP! #VELD!',
    // Polish
    '#ZERO! #DZIEL/0! #ARG! #ADR! #NAZWA? #LICZBA! #N/D! #POBIERANIE_DANYCH #ROZLANIE! #OBL!',
    // Danish, Norwegian, Swedish, Finnish
    '#DIVISION/0! #VÆRDI! #REFERENCE! #NAVN? #I/T #VERDI! #OVERLØB!',
    '#SKÄRNING! #VÄRDEFEL! #REFERENS! #NAMN? #OGILTIGT! #SAKNAS! #SAKNAS',
    '#TYHJÄ! #JAKO/0! #ARVO! #VIITTAUS! #NIMI? #LUKU! #PUUTTUU! #PUUTTUU',
    // Czech, Hungarian, Turkish, Russian
    '#DĚLENÍ_NULOU! #HODNOTA! #ODKAZ! #NÁZEV? #ČÍSLO! #NENÍ_K_DISPOZICI',
    '#NULLA! #ZÉRÓOSZTÓ! #ÉRTÉK! #HIV! #NÉV? #SZÁM! #HIÁNYZIK',
    '#BOŞ! #SAYI/0! #DEĞER! #BAŞV! #AD? #SAYI! #YOK',
    '#ПУСТО! #ДЕЛ/0! #ЗНАЧ! #ССЫЛКА! #ИМЯ? #ЧИСЛО! #Н/Д',
  ].flatMap((names) => names.normalize('NFC').split(' ')),
)

/** What a cell shows while its value is on the way. */
const LOADING: ReadonlySet<string> = new Set([
  ...['LOADING', 'WIRD GELADEN', 'LADEN', 'BEZIG MET LADEN', 'CHARGEMENT', 'CHARGEMENT EN COURS', 'CARGANDO'],
  ...['CARICAMENTO', 'CARICAMENTO IN CORSO', 'CARREGANDO', 'A CARREGAR', 'WCZYTUJĘ', 'WCZYTYWANIE'],
  ...['ŁADOWANIE', 'INDLÆSER', 'LASTER INN', 'LÄSER IN', 'LADATAAN', 'NAČÍTÁNÍ', 'BETÖLTÉS', 'YÜKLENIYOR'],
  'ЗАГРУЗКА',
])

/** Nothing of the above is longer. */
const LONGEST = 30
const ELLIPSIS = /\s*(?:\.\.\.|…)$/
/** LibreOffice numbers the errors that have no name. */
const NUMBERED = /^(?:ERR|FEHLER)\s?:\s?5\d\d$/
/** A name with nothing but letters could be a hashtag, unless it's in capitals. */
const ONLY_LETTERS = /^#\p{L}+$/u
/** A number in a column that is too narrow, as Excel writes it into a CSV. */
const TOO_NARROW = /^#{3,}$/

/**
 * Whether a cell holds an error of the spreadsheet, or is still loading. It has no value then, and must not be taken
 * for text.
 */
export function holdsSheetError(cell: unknown): boolean {
  if (typeof cell !== 'string' || cell.length > LONGEST * 2) return false
  const text = cell.trim()
  if (text === '' || text.length > LONGEST) return false
  // Millions of cells are checked, and the first or last character rules out most of them.
  const isMarked = text.startsWith('#')
  if (!isMarked && !/(?:\.\.\.|…|5\d\d)$/.test(text)) return false
  const name = text.normalize('NFC').toUpperCase()
  if (isMarked) {
    if (TOO_NARROW.test(name)) return true
    return ERRORS.has(name) && (!ONLY_LETTERS.test(name) || text.normalize('NFC') === name)
  }
  if (NUMBERED.test(name)) return true
  return ELLIPSIS.test(name) && LOADING.has(name.replace(ELLIPSIS, ''))
}

/** Only a cell that begins with an unusual character may hide its first one. */
const seenCell = (cell: unknown) =>
  typeof cell === 'string' && cell.charCodeAt(0) > 0x7f ? withoutInvisible(cell) : cell

/** Which of the named cells holds a spreadsheet's error, as a sentence; undefined where none does. */
export function sheetFaultOf(
  cells: Readonly<Record<string, unknown>>,
  names: readonly string[] = Object.keys(cells),
): string | undefined {
  const name = names.find((each) => holdsSheetError(seenCell(cells[each])))
  return name === undefined ? undefined : `${name}: Contains a spreadsheet error`
}
