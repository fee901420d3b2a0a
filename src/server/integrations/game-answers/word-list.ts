/** Common words of five letters. */
export const WORDS: readonly string[] = `
  about above actor acute adapt after again agent agree ahead alarm album alert alike alive alley
  allow alloy alone along alter amber angle apple apply arena argue arise array aside asset attic
  audio avoid awake award aware badge baker basic basil basin basis beach beard beast begin being
  below bench berry birch birth black blade blank blast blaze blend bless blind block bloom board
  bonus boost booth bound brain brake brand brass brave bread break brick bride brief bring briny
  brisk broad broom brown brush build built bunch cabin cable camel canal candy canoe cargo carry
  carve catch cause cedar chain chair chalk charm chart chase cheap check cheek cheer chess chest
  chief child choir civic claim clean clear clerk click cliff climb clock cloth cloud clove coach
  coast cocoa coral couch count court cover crane cream creek crest crisp cross crowd crown crust
  curve cycle daily dairy dance decay delay depth diary dodge donor doubt dough draft drain drama
  dream dress drift drill drink drive eager eagle early earth easel eight elbow elder empty enjoy
  enter equal error essay event every exact extra fable faint fairy faith false fancy feast fence
  ferry fetch fever fiber field fiery fifth final first flame flank flask fleet float flock flood
  floor flour fluid flute focus force forge forty found frame fresh front frost fruit fudge funny
  gauge ghost giant given glade glass gleam globe glove grace grade grain grand grant grape graph
  grasp grass great green greet grove guard guess guest guide habit happy harsh haste haunt haven
  hazel heart heavy hedge hello hinge hobby honey honor horse hotel hound house human humid humor
  ideal image index inlet inner input ivory jelly jewel joint judge juice kayak knack knife knock
  label labor large laser latch later laugh layer learn lemon level light lilac limit linen liver
  lodge logic loose loyal lucky lunar lunch magic major maple march match medal melon merge merry
  metal meter might minor mixer model money month moral mossy motor mount mouse mouth movie music
  nerve never night noble noise north novel nurse oasis ocean offer often olive onion opera orbit
  order organ other otter outer owner oxide paint panel paper party pasta patch pause peace peach
  pearl pedal penny perch phase phone piano piece pilot pitch pixel pizza place plain plane plant
  plate plaza plumb point polar porch pouch pound power press price pride prime print prize proud
  pulse punch pupil quail queen query quest quick quiet quilt quite quote radar radio raise ranch
  range rapid raven reach ready realm relax reply rider ridge right rigid river roast robin robot
  rocky rough round route royal rural salad sauce scale scarf scene scent scope score scout sense
  serve seven shade shaft shape share sharp sheep sheet shelf shell shine shirt shore short siren
  skill slate sleep slice slope small smart smile smoke snack solar solid solve sound south space
  spare spark speak spice spine spoon sport squad stack staff stage stair stamp stand start steam
  steel stern stick still stone store storm story stove straw study style sugar sunny surge swamp
  sweet swift swing sword table taste teach tempo tenth thank theme thick thing third thorn three
  throw thumb tiger toast today token topic torch total touch tough towel tower trace track trade
  trail train treat trend trial tribe trick truck truly trunk trust truth tulip twist ultra uncle
  under union unity until upper urban usage usual valid value vapor vault verse video vigor visit
  vital vivid vocal voice wagon waist watch water whale wheat wheel where while white whole width
  windy witty woman world worry wound wrist write yacht yeast yield young youth zebra
`
  .trim()
  .split(/\s+/)

/** Of these the titles of invented songs are made, and who sings them. */
export const SONG_STARTS = [
  'Paper',
  'Harbour',
  'Velvet',
  'Nine Dollar',
  'Slow',
  'Second',
  'Glass',
  'Northern',
  'Borrowed',
  'Quiet',
  'Copper',
  'Midweek',
  'Salted',
  'Winter',
  'Neon',
  'Hollow',
  'Golden',
  'Backyard',
  'Painted',
  'Early',
] as const
export const SONG_ENDS = [
  'Lanterns',
  'Light',
  'Orchard',
  'Bill',
  'Carousel',
  'Summer',
  'House',
  'Line',
  'Weather',
  'Parade',
  'Avenue',
  'Letters',
  'Thunder',
  'Company',
  'Static',
  'Horses',
  'Crown',
  'Radio',
  'Garden',
  'Train',
] as const
export const ARTISTS = [
  'Night Ferry',
  'The Low Tides',
  'Velvet Orchard',
  'Marrow & Pine',
  'Ada Quill',
  'Copper Choir',
  'The Midweeks',
  'Juniper Static',
  'Harrow Lane',
  'Glass Parade',
  'Nora Vane',
  'The Borrowed Suits',
] as const
