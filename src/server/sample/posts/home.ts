import type { PostStory } from './post-story.ts'

export const HOME_POSTS: readonly PostStory[] = [
  {
    title: 'Weighted Blankets for People Who Sleep Hot',
    copy: 'Six people, six blankets, a week each, with the window open a hand’s width and the same cotton pyjamas. In the morning everybody wrote down two things before coffee: how warm, and how often awake.',
    products: [
      [
        'Two degrees cooler than the beads',
        'Thick cotton yarn, knitted by hand-sized loops. It weighs seven kilos because there is so much of it, so nothing can gather in a corner.',
      ],
      [
        'The cover is the trick',
        'Eight ties hold the inner blanket and let it go again in a minute. Bamboo viscose feels cool to the touch and stays so for most of the night.',
      ],
    ],
    answers: [
      'About a tenth of your own weight, a little less if you turn around a lot. If you notice it after ten minutes, it is too heavy.',
      'The cover nearly always. The inner blanket rarely: seven kilos of wet beads are more than most machines are built for.',
    ],
    outro:
      'A weighted blanket calms many people and helps nobody who is simply too warm. Try a borrowed one for three nights before you spend the money.',
  },
  {
    title: 'The Best Pillows for Side Sleepers, After 400 Nights',
    copy: 'We measured with a board, a weight of five kilos and a ruler, on the first evening and on the last. Some pillows had lost a third of their height in two weeks; their owners had not noticed, but their necks had.',
    products: [
      [
        'As high as you are wide',
        'It comes overfilled, with a zip and a bag for what you take out. Most of our testers removed a third, slept, and put a handful back.',
      ],
      [
        'Springs back before you do',
        'A block of latex with small holes, the same height from edge to edge and from January to December. It smells of rubber for two days.',
      ],
      [
        'A cloud with conditions',
        'Fine fibres that behave like down, which means a good shake every evening. Light sleepers and light heads liked it best.',
      ],
      [
        'For the sofa bed',
        'Polyester, flat by the second week, washable at sixty degrees. Nobody chose it twice and nobody complained once.',
      ],
    ],
    answers: [
      'High enough to fill the space between shoulder and ear, which is ten to fourteen centimetres for most people. On a soft mattress, take less: the shoulder sinks in.',
      'When it no longer opens after being folded in half. For fibre that is about two years, for latex five or more.',
    ],
    outro:
      'The adjustable one won because shoulders differ, and it is the only pillow that knows that. If you share yours with nobody and wake up without a stiff neck, keep what you have.',
  },
  {
    title: 'The Best Robot Vacuums for Pet Hair, Tested with Two Labradors',
    copy: 'The flat has parquet, one deep rug, four cables that should not be there and two dogs that should. Every robot was emptied by the same person onto the same scale, hair only, at eight in the evening.',
    products: [
      [
        'Seventy-one grams a week',
        'Two rubber rollers instead of bristles, so hair has nothing to wind itself around. It maps the flat in one run and asks sensible questions about rooms.',
      ],
      [
        'Empties itself, loudly',
        'The dock takes a bag that lasts for about two months. Ten seconds of roaring, at an hour that you can choose; the dogs chose another room.',
      ],
      [
        'Less clever than it is clean',
        'It bumps, turns and goes on, for ninety minutes. In a flat without thresholds it picks up nearly as much as the winner, for a quarter of the money.',
      ],
    ],
    answers: [
      'Up to about two centimetres. On anything deeper the wheels dig in and the brush stops; mark such a carpet as a place to stay away from.',
      'Once a week with a dog that sheds, once a month without. Rollers made of rubber only need a wipe; bristles want scissors.',
      'The first run, often. Let it stand in the room switched off for a day, then start it at a distance, with something to chew as an apology.',
    ],
    outro:
      'No robot replaces the weekly round with a real vacuum cleaner. It does make the days between look as if somebody lived there who has time.',
  },
  {
    title: 'Air Purifiers Quiet Enough to Sleep Beside',
    copy: 'The smoke came from two incense sticks, the bedroom has twelve square metres, and the meter stood where a pillow would. We let our testers set the loudest level they would sleep with first, and only then lit anything.',
    products: [
      [
        'Forty minutes, at a whisper',
        'At the level that people accepted it moves twice as much air as the others. The lights go out with one button and stay out after a power cut.',
      ],
      [
        'Small room, small bill',
        'Four watts on its night setting. It clears a child’s room in an hour and can be carried there by the child.',
      ],
      [
        'For rooms with a sofa in them',
        'Quiet for its size, which is that of a floor lamp. Count the filter in: after two years you have paid for the machine again.',
      ],
    ],
    answers: [
      'Every six to twelve months, sooner in a house with smokers or candles. A grey filter is doing its job; a filter that smells has stopped.',
      'Yes, if the windows stay shut while it runs. Pollen is heavy and soon lies on the floor, so run it in the afternoon and vacuum in the evening.',
      'A metre from the bed and half a metre from the wall, with nothing in front of it. Corners look tidy and halve what it moves.',
    ],
    outro:
      'Opening the window for five minutes clears more than any machine. A purifier is for the hours when you cannot.',
  },
  {
    title: 'Travel Steamers That Rescue a Shirt in Five Minutes',
    copy: 'The shirt was washed, folded, sat on and forgotten in a case for two days before each round. A colleague who did not know which steamer had been used judged whether she would let it into a meeting.',
    products: [
      [
        'Ready before the lift arrives',
        'The head folds down to the size of a glasses case. It makes dry steam from the first second, which is rarer than it should be.',
      ],
      [
        'Nearly an iron',
        'The only one that put an edge into linen. It also weighs nine hundred grams and wants a socket that can take it.',
      ],
    ],
    answers: [
      'An empty one, yes. Airlines count the water as a liquid, and some count the steamer as a heater: look it up for yours.',
      'For shirts and dresses on the road, yes. For a sharp crease you need a board and weight, and both stay at home.',
      'Waxed cotton, leather, suede and anything with glued seams. Silk takes steam from the inside, at a hand’s distance.',
    ],
    outro:
      'If a shower is near, hang the shirt beside it first: five minutes of free steam do half the work.',
  },
  {
    title: 'Desk Lamps That Are Easy on the Eyes',
    copy: 'Flicker was measured with a light sensor and a loop of wire, glare with a mirror where a screen would be. The left-handed colleague wrote the same page eleven times and drew a face wherever she saw her own shadow.',
    products: [
      [
        'Goes where you push it, stays there',
        'Three joints with springs inside and a base that does not tip. The head is a hand wide, so that the shadow behind a pencil has a soft edge.',
      ],
      [
        'A bar of light above the screen',
        'Clamped to the edge of the desk it lights the keyboard and nothing else. No flicker that we could measure on any setting.',
      ],
      [
        'From the desk to the bed',
        'The battery lasted for eight evenings of three hours. The switch remembers how bright it was, which sounds like nothing until it does not.',
      ],
    ],
    answers: [
      'Warm in the evening, neutral by day. What matters more is that the lamp shows colours truly: look for an index above ninety.',
      'Cheap drivers that switch the light on and off a hundred times a second, mostly when dimmed. Wave a pencil in the light: if you see several, it flickers.',
    ],
    outro:
      'A desk lamp should light the desk, and another lamp the room. Most tired eyes come from a bright page in a dark corner.',
  },
]
