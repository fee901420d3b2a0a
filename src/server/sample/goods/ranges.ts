/** What the goods of one topic have in common: who makes them, what is said of them. */
export interface Range {
  /** Where a marketplace files them, broadest first; the product line comes last. */
  categories: readonly string[]
  brands: readonly string[]
  features: readonly string[]
  /** Label, and the values it takes. */
  info: Readonly<Record<string, readonly string[]>>
}

const listed = (words: string) => words.split(',').map((word) => word.trim())

function range(
  categories: string,
  brands: string,
  info: Readonly<Record<string, string>>,
  features: readonly string[],
): Range {
  return {
    categories: categories.split(' > '),
    brands: listed(brands),
    features,
    info: Object.fromEntries(Object.entries(info).map(([label, values]) => [label, listed(values)])),
  }
}

const HOME_BRANDS = 'Haldenby, Lowmarsh, Brindlecote, Wrenfold, Pellmere, Solvane, Thistlemere'
const OUTDOOR_BRANDS = 'Corriemoor, Fellmark, Skerrow, Ridgeway, Tarnwick, Kitehollow, Lowmarsh'
const KITCHEN_BRANDS = 'Crestwell, Haldenby, Emberlow, Tarnwick, Kettleby, Vantry, Quenby, Ombrel, Pellmere'

/** By the topic's tags, joined with a slash. */
export const RANGES: Readonly<Record<string, Range>> = {
  'kitchen/coffee': range(
    'Home & Kitchen > Coffee & Tea',
    'Tarnwick, Kettleby, Torrance Vale, Moka Lane, Ombrel, Quenby, Kitehollow',
    { Material: 'Stainless steel, Borosilicate glass, Stoneware', 'Dishwasher safe': 'Parts only, No' },
    [
      'Parts that touch coffee lift out and rinse clean in a minute',
      'Measured lines inside, so that every cup starts the same way',
      'Non-slip base that stays put on a wet counter',
      'Replacement seals are sold for at least ten years',
      'Small enough to stand under a wall cupboard',
    ],
  ),
  'kitchen/small appliances': range(
    'Home & Kitchen > Small Appliances',
    KITCHEN_BRANDS,
    { 'Power source': 'Corded electric', Voltage: '120 volts', 'Dishwasher safe': 'Parts only, No' },
    [
      'Buttons with words on them instead of symbols',
      'Cord wraps under the base when it goes back into the cupboard',
      'Switches itself off when it has run dry or been forgotten',
      'Removable parts go into the top rack of the dishwasher',
      'Quiet enough to hold a conversation beside it',
    ],
  ),
  'kitchen/cookware': range(
    'Home & Kitchen > Kitchen & Dining',
    'Ashenford, Aldermoor, Skerrow, Corriemoor, Lowmarsh, Wrenfold, Thistlemere, Brindlecote',
    { Material: 'Steel, Cast iron, Hardwood, Glass', Care: 'Hand wash, Dishwasher safe' },
    [
      'Rounded edges that are easy to wipe clean',
      'Balanced, so that it does not tip when it is full',
      'Works on gas, electric and induction',
      'Stores flat or nests inside the next size up',
      'Comes ready to use, with care notes that fit on a card',
    ],
  ),
  'cleaning/floor care': range(
    'Home & Kitchen > Vacuums & Floor Care',
    'Vantry, Solvane, Pellmere, Fennaway, Quenby, Dunlarch',
    { 'Power source': 'Battery, Corded electric', Filter: 'Washable, Replaceable' },
    [
      'Brush roll comes out without tools, for hair that has wound itself around it',
      'Runs 40 minutes on hard floors between charges',
      'Bin empties at the press of one button',
      'Edges are cleaned as well as the middle of the room',
      'Spare filter in the box',
    ],
  ),
  'laundry/storage': range(
    'Home & Kitchen > Storage & Laundry',
    HOME_BRANDS,
    { Material: 'Steel, Cotton canvas, Bamboo, Recycled plastic', Assembly: 'None, Ten minutes' },
    [
      'Goes together without tools in a few minutes',
      'Folds flat to the width of a hand when it is not needed',
      'Feet with felt pads that do not mark the floor',
      'Wipes clean with a damp cloth',
      'Handles on both sides for carrying it full',
    ],
  ),
  'home comfort/air quality': range(
    'Home & Kitchen > Heating, Cooling & Air',
    'Ombrel, Crestwell, Haldenby, Emberlow, Tarnwick, Pellmere, Solvane',
    { 'Power source': 'Corded electric', 'Noise level': '28 dB, 34 dB, 41 dB', Voltage: '120 volts' },
    [
      'Night mode dims every light on the front',
      'Timer for two, four and eight hours',
      'Switches off by itself when it is tipped over',
      'Tank and filter come out from the front',
      'Remembers its last setting after a power cut',
    ],
  ),
  'bedroom/bedding': range(
    'Home & Kitchen > Bed & Bath',
    'Dovelow, Wrenfold, Thistlemere, Brindlecote, Lowmarsh, Fennaway',
    { Care: 'Machine wash cold, Wipe clean', Material: 'Cotton, Linen, Bamboo viscose, Steel' },
    [
      'Tested for a hundred nights before the first one was sold',
      'Double seams at the corners, where others tear first',
      'Keeps its shape after ten washes',
      'Packed without plastic',
      'Thirty nights to send it back',
    ],
  ),
  'outdoor/camping': range(
    'Sports & Outdoors > Camping',
    OUTDOOR_BRANDS,
    { Material: 'Ripstop nylon, Aluminum, Steel', 'Carry bag': 'Included' },
    [
      'Set up by one person in less than five minutes',
      'Packs into a bag that it also fits into the second time',
      'Zips and buckles that work with gloves on',
      'Repair patch sewn into the bag',
      'Stands up to wind that sends the neighbors home',
    ],
  ),
  'outdoor/hiking': range(
    'Sports & Outdoors > Hiking',
    'Corriemoor, Fellmark, Tarnwick, Skerrow, Kitehollow, Pellmere, Dunlarch',
    { Material: 'Nylon, Merino wool, Aluminum, Leather', Water: 'Waterproof, Water resistant' },
    [
      'Light enough to be forgotten until it is needed',
      'Reflective trim that shows in headlights',
      'Loop and clip for the outside of a pack',
      'Dries overnight in a tent',
      'Seams sealed by hand at the places that wear',
    ],
  ),
  fitness: range(
    'Sports & Outdoors > Exercise & Fitness',
    'Corkwell, Fennaway, Northolt, Quenby, Ruskdale, Solvane',
    { Material: 'Natural rubber, Steel, Cork', Surface: 'Hard floors and carpet' },
    [
      'Plan of twelve short sessions in the box',
      'Grip that holds when hands are wet',
      'Stands upright against a wall when it is done',
      'Quiet enough for a flat with neighbors below',
      'No smell when it is unpacked',
    ],
  ),
  'pets/dogs': range(
    'Pet Supplies > Dogs',
    'Nuzzle & Paw, Stillwater, Bramblecote, Kitehollow, Lowmarsh',
    { Care: 'Machine wash cold, Wipe clean', Size: 'Small, Medium, Large' },
    [
      'Cover comes off in one pull and goes into the machine',
      'Stitching that has survived two terriers and a beagle',
      'Size guide by weight and by chest, not by breed',
      'No small parts that come loose',
      'Reflective seam on both sides',
    ],
  ),
  'pets/cats': range(
    'Pet Supplies > Cats',
    'Thistlemere, Brindlecote, Pellmere, Vantry, Solvane, Nuzzle & Paw',
    { Material: 'Sisal, Wood, Recycled plastic, Ceramic', Care: 'Wipe clean, Dishwasher safe' },
    [
      'Heavy base that does not wobble when somebody lands on it',
      'Parts that wear can be bought one by one',
      'Opens from the top for cleaning',
      'Quiet enough for a cat that is afraid of its own bowl',
      'No smell of glue when it is unpacked',
    ],
  ),
  'baby/family': range(
    'Baby Products > Nursery & Travel',
    'Marlowick, Hopscote, Hollinworth, Wrenfold, Thistlemere, Solvane',
    { Age: 'From birth, From 6 months', Care: 'Machine wash cold, Wipe clean' },
    [
      'One hand to fold it, one hand for the child',
      'Fabrics come off and go into the machine',
      'Meets the safety standards of the United States and of Europe',
      'Grows with the child for three years',
      'No loose screws: every part clicks',
    ],
  ),
  'kids/family': range(
    'Toys & Games > Learning & Play',
    'Hopscote, Wrenfold, Aldermoor, Larksway, Kitehollow',
    { Age: '2 years and up, 4 years and up, 6 years and up', Material: 'Beech wood, Cotton, Cardboard' },
    [
      'Water-based paint on every surface that can be chewed',
      'Fits small hands, and grows with them',
      'A place to write the name of its owner',
      'Everything goes back into the box that it came in',
      'Rounded corners, tested by throwing',
    ],
  ),
  'workshop/power tools': range(
    'Tools & Home Improvement > Power Tools',
    'Hollinworth, Ruskdale, Dunlarch, Aldermoor, Vantry',
    { 'Power source': 'Battery, Corded electric', Warranty: '3 years, 5 years' },
    [
      'Brushless motor that runs cool on long jobs',
      'Battery shared by the whole range',
      'Work light that shows where the cut goes',
      'Rubber grip placed where the weight is',
      'Depth scale that can be read from above',
    ],
  ),
  'workshop/hand tools': range(
    'Tools & Home Improvement > Hand Tools',
    'Ruskdale, Aldermoor, Brindlecote, Hollinworth, Lowmarsh',
    { Material: 'Forged steel, Aluminum, Hardwood', Warranty: 'Lifetime, 10 years' },
    [
      'Hangs from a hook or stands on a shelf',
      'Marks stamped into the metal, so that they do not wear off',
      'Balanced in the hand for a day of work',
      'Parts that wear are replaced free of charge',
      'Oiled, wrapped and ready to use',
    ],
  ),
  'garden/outdoor': range(
    'Patio, Lawn & Garden > Gardening',
    'Kettleby, Brindlecote, Stillwater, Ruskdale, Ridgeway',
    { Material: 'Galvanized steel, Cedar, Powder-coated steel', Storage: 'Leave outside, Store dry' },
    [
      'May stay outside through the winter',
      'Light enough to carry to the end of the garden and back',
      'Drains by itself after rain',
      'Put together with the one key in the box',
      'Seals and blades can be bought one by one',
    ],
  ),
  'technology/audio': range(
    'Electronics > Headphones & Audio',
    'Ombrel, Vantry, Kitehollow, Solvane, Quenby',
    { Connection: 'Bluetooth 5.3, USB-C, 3.5 mm', 'Battery life': '12 hours, 24 hours, 36 hours' },
    [
      'Connects to two devices at once',
      'Charges from empty in 90 minutes',
      'Buttons that can be told apart without looking',
      'Case with a place for the cable',
      'Battery that a shop can replace',
    ],
  ),
  'technology/home office': range(
    'Office Products > Desks & Accessories',
    'Aldermoor, Haldenby, Quenby, Marrowick, Ombrel, Fennaway',
    { Material: 'Aluminum, Steel, Oak veneer', Warranty: '2 years, 5 years, 10 years' },
    [
      'Cables run inside, out of sight',
      'Every adjustment can be reached while sitting',
      'Sixteen minutes to put together, with the tool in the box',
      'Quiet enough for an open office',
      'Spare parts listed by number on the maker’s page',
    ],
  ),
  travel: range(
    'Luggage & Travel Gear > Travel Accessories',
    'Northolt, Fennaway, Pellmere, Vantry, Larksway, Corriemoor',
    { Material: 'Polycarbonate, Recycled polyester, Aluminum', 'Cabin size': 'Yes, No' },
    [
      'Slides under the seat in front of you',
      'Pockets where a hand looks for them',
      'Scuffs wipe off with a damp cloth',
      'Zips that can be replaced at home',
      'Weighs less than the book that it travels with',
    ],
  ),
  'personal care': range(
    'Beauty & Personal Care > Grooming',
    'Dovelow, Quenby, Vantry, Emberlow, Fennaway',
    { 'Skin type': 'All, Sensitive', 'Travel size': 'Yes, No' },
    [
      'Gentle on skin that complains about everything else',
      'Runs for a month between charges',
      'Rinses clean under the tap',
      'No scent added',
      'Refills and heads that are easy to find',
    ],
  ),
}
