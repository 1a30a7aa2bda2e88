import { alternatives } from "../text/alternatives.js";

/** What people cannot or do not eat and drink; for a pattern. */
export const foodLike = alternatives(`
  dairy gluten wheat nuts nut peanuts peanut shellfish prawns shrimp seafood fish eggs egg milk cheese lactose soy soya sugar
  caffeine coffee tea alcohol meat red_meat pork beef lamb chicken bacon ham sausage spicy chilli chili chillies bread yeast
  tomatoes mushrooms onions onion garlic crab lobster mussels oysters squid octopus cashews almonds walnuts hazelnuts pecans
  pistachios sesame mustard celery booze wine beer stone_fruit fruit peaches apricots plums cherries strawberries kiwi
  bananas mango pineapple citrus oranges lemons grapefruit apples avocado aubergine peppers coriander cilantro
  chocolate honey cream butter yoghurt yogurt gelatine gelatin lentils beans chickpeas potatoes rice pasta corn oats
  salmon tuna anchovies liver offal liquorice licorice fried_food fast_food carbs salt white_wine red_wine
`);
