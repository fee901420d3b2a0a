import type { PostStory } from './post-story.ts'

export const FAMILY_POSTS: readonly PostStory[] = [
  {
    title: 'No-Pull Harnesses, Tested by Dogs Who Pull',
    copy: 'Five dogs between six and thirty-four kilos, one street, one luggage scale between hand and lead. The squirrel lives in the third chestnut and could not be bribed, so we walked past it at the same hour every day.',
    products: [
      [
        'Twelve kilos of pull became six',
        'The ring sits on the breastbone and turns the dog gently around when it charges. The straps are lined where the legs move, and left no mark after three weeks.',
      ],
      [
        'A handle for stiles and streams',
        'Broad, padded and a little warm in August. The handle carries a dog of twenty kilos over a ladder without either of you looking foolish.',
      ],
      [
        'On before it notices',
        'Lay it on the floor, put two paws in, close one buckle. Small dogs who hate things over their heads forgave us at once.',
      ],
    ],
    answers: [
      'Two fingers should fit below every strap, lying flat. Measure again after the winter: coats and dogs both change.',
      'For a dog that pulls, yes: a collar presses on the throat with all the weight. For one that does not, either will do.',
    ],
    outro:
      'A harness buys you the calm in which training works. Five minutes a day, with something good in your pocket, does the rest.',
  },
  {
    title: 'Automatic Feeders That Never Miss Breakfast',
    copy: 'Every portion fell onto a scale that wrote down the minute and the grams. On ten of the sixty days we pulled the plug at midnight and put it back at noon, as the power company once did to us.',
    products: [
      [
        'Four hundred out of four hundred',
        'Three batteries take over so quietly that the cat did not look up. Portions differ by less than a gram, whatever the shape of the kibble.',
      ],
      [
        'Peace at breakfast',
        'One hopper, two chutes, and a wall between the bowls that is just high enough. Both portions fall at the same second, which turned out to be the point.',
      ],
    ],
    answers: [
      'Not these. Wet food wants a feeder with a cooling pack and a lid, and should not stand for more than a day even then.',
      'The good ones go on with batteries and keep the time. The others start again at midnight, and so does your cat.',
    ],
    outro:
      'A feeder is for breakfast, not for holidays. Somebody should still come by once a day, if only to be looked at reproachfully.',
  },
  {
    title: 'Convertible Cribs for Nurseries the Size of a Cupboard',
    copy: 'We built every crib alone, with the tools in the box, in a room in which a mattress leaves forty centimetres to stand on. Then we took it apart and did it again, because moving house is part of having children.',
    products: [
      [
        'No screw left over, twice',
        'Ninety-eight centimetres long as a crib, a hundred and forty as a bed. The side that comes off becomes the headboard, so nothing has to be kept in the cellar.',
      ],
      [
        'Too good to hide',
        'Turned spindles, oiled beech, and edges that a tooth may try. It converts once, into a small bench, and will then be somebody’s reading corner.',
      ],
    ],
    answers: [
      'Usually until two, sometimes until three. When the child stands with its shoulders above the rail, the day has come.',
      'No. Mini cribs have sizes of their own, and a gap of more than two fingers at the side is dangerous. Buy the mattress that is made for it.',
      'As soon as there is climbing. Do it on a Saturday morning, so that the first night is not also the first surprise.',
    ],
    outro:
      'Measure the room, then the door, then the stairs. Two of our six cribs fitted the nursery and did not reach it.',
  },
  {
    title: 'The Best Wooden Blocks, as Judged by Three-Year-Olds',
    copy: 'The rules were simple: each set lay in the same corner for a week, and nobody was told to play with it. The teachers counted towers, arguments and minutes, and once a day how many blocks had gone home in pockets.',
    products: [
      [
        'The highest tower: thirty-one',
        'Every edge is cut to the same tenth of a millimetre, which children cannot measure and towers can. One hundred pieces fit their box in exactly two ways.',
      ],
      [
        'Bridges, hills, and beds for mice',
        'Twelve arches in twelve stains that do not come off on wet hands. The largest was a boat on most days.',
      ],
      [
        'Sixty plain answers',
        'Sanded pine without any finish. They dent, and a dented block holds better than a new one.',
      ],
    ],
    answers: [
      'Forty to begin with. From sixty on, two children can build without counting each other’s.',
      'If the paint is made for toys, yes: look for the standard EN 71-3 on the box. Old blocks from the attic may carry lead and belong on a shelf.',
    ],
    outro:
      'Blocks are the one toy that gets better when it is shared, lost and found again. Buy the plain ones and spend the difference on a bigger box.',
  },
]
