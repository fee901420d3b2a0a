import type { PostStory } from './post-story.ts'

export const OUTDOOR_POSTS: readonly PostStory[] = [
  {
    title: 'Waterproof Hiking Boots That Stay Dry Past the First Stream',
    copy: 'The two hundred kilometres were walked by four people with very different feet, on gravel, wet grass and one regrettable bog. We brushed the boots after every outing and never treated them with anything, because nobody does.\n\nWhat leaks first is rarely the membrane. It is the seam where the tongue meets the upper, so that is where we looked.',
    products: [
      [
        'The pair nobody wanted to give back',
        'The tongue is sewn in all the way to the fourth hook, which is higher than the stream was. The sole bends where a foot does, and the lacing can be tight at the ankle and loose over the toes.',
      ],
      [
        'Buy once, resole twice',
        'A single piece of leather with one seam at the heel. It needs wax and patience, and rewards both; a cobbler can replace the sole for a third of the price of new boots.',
      ],
      [
        'Room where it is needed',
        'Most wide boots are long boots. This one is broader at the ball of the foot and no longer at the toe, so the heel still sits still on the way down.',
      ],
    ],
    answers: [
      'Half a size is enough for most people. Put the boot on with the sock that you will walk in, push your toes to the front, and see whether one finger fits behind your heel.',
      'Take out the insoles, loosen the laces all the way and fill the boots with newspaper, changed after an hour. Never put them on a radiator: the glue lets go long before the leather is dry.',
    ],
    outro:
      'If you walk on paths and mostly in summer, you may not need a waterproof boot at all: a light one dries faster than any membrane breathes. For everything else, the Fell Mid is the one we would lace up tomorrow.',
  },
  {
    title: 'Two-Burner Camp Stoves That Simmer as Well as They Roar',
    copy: 'Every stove boiled its two litres before we timed anything else, so that nobody was flattered by a cold cylinder. Then came the batter: fifteen pancakes each, one hand on the knob, with a desk fan standing in for the wind.',
    products: [
      [
        'The only one that made fifteen good pancakes',
        'The knob turns almost a full circle between off and high, which is what a simmer is made of. The side shields click in and stay in, even when the lid is used as a third.',
      ],
      [
        'Fits where the laptop went',
        'Four centimetres thin when closed. The burners stand close together, so two large pans have to take turns, but it slides behind a car seat.',
      ],
      [
        'Two screws and a spanner',
        'Nothing about it is new, and that includes the price. Every part can be bought by itself, and the valve comes off with a tool from any kitchen drawer.',
      ],
    ],
    answers: [
      'About two hours with one burner on a medium flame, which is four breakfasts for four people. Cold halves it: keep the spare cylinder in the tent, not in the car.',
      'No. A stove gives off carbon monoxide and a tent burns in seconds. Cook outside, or under an open awning with nothing hanging above the flame.',
    ],
    outro:
      'A two-burner stove is for people who cook, rather than boil. If your camp kitchen is a kettle and a packet, a small single burner weighs a tenth of any of these.',
  },
  {
    title: 'Forty Litres, Two Nights: The Best Weekend Packs',
    copy: 'The load was always the same: a two-person tent, a three-season bag, a mat, a stove, food for two days and a bottle. Three backs of three lengths carried it, and everybody noted on the same sheet where it hurt and after how many kilometres.',
    products: [
      [
        'Nothing hurt before kilometre twenty',
        'The hip belt is stiff at the back and soft at the front, so the weight sits on bone. Two side pockets take a bottle each and can be reached without taking the pack off.',
      ],
      [
        'A dry shirt at noon',
        'The frame holds the load two fingers away from the back. You pay for the draught with a little sway, which is felt on scrambles and nowhere else.',
      ],
      [
        'Nine hundred and forty grams',
        'No frame, no lid, one large sack with a roll top. Packed with care it carries eight kilos happily and eleven with remarks.',
      ],
    ],
    answers: [
      'Yes, if the tent is shared and the weather is kind. In winter the sleeping bag alone takes fifteen litres more.',
      'Load it, loosen everything, then tighten from the bottom: hip belt over the hip bones, shoulder straps until they touch, and the small straps above the shoulders last, only until they are straight.',
      'Often. Most forty-litre packs fit the usual limit of 55 by 40 by 20 centimetres when they are not full, but a stiff frame may be too long. Measure it with the frame, as the desk will.',
    ],
    outro:
      'The best pack is the one that fits your back, and no test can try that for you. Start with the Drift, walk through the shop with eight kilos in it, and trust your shoulders more than our table.',
  },
  {
    title: 'Lanterns for the Campsite and the Next Power Cut',
    copy: 'After the drawer came the dark: a meter at one metre, on each setting, every hour until the light had fallen to half. We also dropped each lantern from a table, once, because it will happen.',
    products: [
      [
        'Bright in March, charged in June',
        'The warm setting is enough to read by and lasts two nights. A ring at the top hangs from a tent loop, and the charge can be read from four dots without switching it on.',
      ],
      [
        'A lantern for the glove box',
        'Pull it open and it fills a small tent with an even light. The solar panel on top needs a long summer day for a full charge; the cable needs two hours.',
      ],
    ],
    answers: [
      'Two hundred lumens light a table for four, fifty are enough inside a tent. More is only needed for looking for things, and a headlamp does that better.',
      'Rechargeable if you use it every month, batteries if it waits in a cupboard for years. Some lanterns take both, which is the best of all answers.',
    ],
    outro:
      'Whichever you choose, charge it when the clocks change. That is the whole secret of having light in a power cut.',
  },
]
