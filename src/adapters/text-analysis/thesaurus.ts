/**
 * A thesaurus of everyday life, made for mneme. A line is a concept: words and phrases that a question and its answer
 * may use for each other, generic ones first. A line that begins with `#` starts a topic, which applies to all concepts
 * below it. A phrase has underscores between its words. A word may occur in several lines.
 */
export const thesaurus = `
# family
mother mom mum mama mommy maternal
father dad papa daddy paternal
parents mother father mom mum dad folks raised upbringing
brother sister sibling twin brothers_and_sisters
child kid son daughter offspring children toddler boy girl stepson stepdaughter
baby newborn infant pregnant pregnancy expecting due_date birth born give_birth midwife nursery
grandparent grandmother grandfather grandma grandpa granny nana
grandchild grandson granddaughter grandkid
aunt uncle cousin niece nephew relative kin extended_family relation
in_law mother_in_law father_in_law brother_in_law sister_in_law
spouse husband wife married partner better_half
marry marriage wedding married wed engaged engagement fiance fiancee bride groom propose proposal honeymoon tie_the_knot ring
anniversary married wedding years_together
bridesmaid best_man maid_of_honour maid_of_honor witness wedding
divorce separated split ex broke_up break_up ended_relationship former_wife former_husband
dating boyfriend girlfriend date relationship going_out romantic partner crush single love_life seeing_each_other
adopt adoption foster orphan guardian agency
family household relatives home
godmother godfather godchild godparent baptism christening
widow widower passed_away died late_husband late_wife
death die died passed_away funeral grave cemetery mourning bereavement grief lost dead burial ashes
godmother godfather godparent godchild godson goddaughter baptism
relative relatives family aunt uncle cousin niece nephew grandma grandpa grandmother grandfather in_law brother sister mother father stepfather
stepfamily stepmother stepfather stepson stepdaughter half_brother half_sister blended
become_parents expecting second_baby pregnant on_the_way due
childbirth labour midwife delivered caesarean c_section premature weeks_early
baby nappy diaper bottle pram stroller cot crib dummy pacifier teething first_steps first_word crawl babble
raise bring_up upbringing raised parenting discipline strict
come_into_the_world born birth arrive
family_name surname maiden_name last_name
eldest oldest firstborn middle_child youngest baby_of_the_family
babysit mind_the_kids nanny sitter daycare nursery childminder creche
teen teenager adolescent puberty grown_up adult
custody shared_custody visitation alternate_weeks ex_wife ex_husband
ask_to_marry propose proposed popped_the_question got_down_on_one_knee engagement said_yes
right_after_the_wedding honeymoon newlyweds
wedding_party bridesmaid best_man maid_of_honour witness flower_girl usher
# people
friend buddy pal mate companion best_friend friendship roommate flatmate
neighbour neighbor next_door upstairs downstairs across_the_street
acquaintance met introduced know_each_other got_to_know get_to_know
gathering party celebration celebrate get_together reception invited guest host
birthday born turn_years age party cake birth_date
age old years_old born turned young elderly teenager
person people somebody who someone man woman guy lady
nickname name called named goes_by known_as
trust rely confide support lean_on
argue quarrel fight conflict disagreement fell_out row not_speaking fall_out dispute
apology apologise apologize sorry forgive reconcile make_up
visit stay_with come_over drop_by see host guest
complain complaint annoy bother grumble
kid kids child children little_one youngest eldest oldest boy girl teen teenager son daughter toddler minor
parent mom dad mother father single_mom single_parent parenting raise_kids motherhood fatherhood upbringing stepmother stepfather
sibling brother sister bro sis twin
husband wife spouse partner hubby significant_other married_to other_half
in_laws mother_in_law father_in_law
relationship dating together couple partner single status taken seeing going_steady boyfriend girlfriend breakup
single unmarried not_married alone on_my_own bachelor breakup divorced
breakup break_up split_up ex dumped parted left_me divorce end_things
wedding marriage marry ceremony vows bride groom reception tied_the_knot wedding_day wed elope
engaged engagement propose proposal ring fiance popped_the_question yes marry
pregnant pregnancy expecting baby_shower due newborn maternity ultrasound maternity_leave
adopt adoption adoptive foster agency give_home family_through
ancestor ancestry heritage descent family_tree genealogy roots origin lineage
grandma grandmother granny nan grandparents gran grandpa grandad granddad
reunion get_together family_gathering meet_again gathering reunite reunited
friendship best_friend bestie close_friend old_friend friends_for known_each_other since_school pal chum mates
support supportive support_system encourage stand_by there_for back_me help rock lean_on help_through
community group club network circle people_like neighborhood locals team
mentor mentoring coach guide guidance advisor teach role_model take_under_wing
stranger passer_by unknown someone_new
neighbor neighbour next_door street block
guest visitor host hospitality stay_over company
celebrity famous star known fame fan idol
expert specialist professional skilled pro authority
leader lead captain boss head in_charge run
volunteer volunteering help_out charity shelter soup_kitchen food_bank community_service give_back nonprofit homeless donate
donate donation give_away charity raise_money fundraiser fundraise raised collect sponsor proceeds
homeless homelessness street shelter poor poverty in_need
elderly senior old_people nursing_home care_home retirement_home
identity gender orientation come_out coming_out transition transgender trans lgbt lgbtq queer nonbinary gay lesbian bisexual
nationality citizen origin born_in native from_country immigrant homeland
birthplace born native from hometown grew_up
roommate flatmate housemate share_flat
bully bullying tease pick_on mock harassment
conflict argument fight quarrel disagree dispute clash falling_out row
reconcile make_up forgive apologise apologize sorry patch_things truce
fight_for rights activism activist protest march campaign equality justice advocacy advocate awareness petition demonstration rally
discrimination racism prejudice unfair injustice sexism bias
meet met run_into bump_into first_met introduced came_across encounter
visit visited drop_in see come_over trip_to been_to spend_time pop_in
invite invitation invited ask_over join guest rsvp
party celebrate celebration bash festivity event housewarming toast bbq barbecue get_together cheers
birthday turn turned b_day cake candles years_old surprise_party
tradition traditional custom ritual every_year annual family_tradition always_do culture cultural
holiday_meal thanksgiving turkey christmas_dinner feast feast_day
contact reach get_in_touch write call phone letter mail email message text
in_touch contact speak spoken hear_from see_each_other talk write_to
out_of_touch lost_touch not_spoken drifted_apart no_contact ghosted cut_off
gossip rumour secret confide told_me
nickname pet_name call_me known_as short_for
tall short slim blonde redhead beard bald freckles
look_after water feed take_care house_sit keep_an_eye
owe lend borrow pay_back repay debt iou
flirt date kiss crush first_date blind_date tinder
handshake hug kiss cuddle
crowd audience spectators fans
refugee asylum immigrant migrant newcomer
citizen citizenship naturalised passport vote
landlord landlady owner_of_flat lease rent tenant
boss chief employer superior manager head
mate buddy pal fella bloke
ask_for_help favour lend_a_hand help_me rely_on turn_to
stood_me_up late cancelled no_show
welcome greet receive reception
tall_story joke prank tease
get_to_know meet first_met introduced encounter
newlywed newlyweds married_couple honeymoon
wedding_venue barn hall castle church marquee book reserve
reserve book booking reservation
guest guests invite fit seat capacity hold people
band dj music wedding_music play
speech toast raise_glass best_man
bride_dress wedding_dress veil gown suit
godparents christening ceremony
grandmother granny grandma nan old_lady
great_grandmother great_grandfather ancestors
fall_out_with not_speaking feud grudge
support_parent look_after_mother carer visit care_home
visit_family go_up every_sunday drop_in
move_in_with live_together cohabit share_home
parents_in_law in_laws his_parents her_parents
meet_parents impression test boyfriend girlfriend
children_of kids little_ones brood
# home
house home apartment flat condo cottage place_to_live residence bungalow studio
live reside address home based settled street neighbourhood neighborhood where_live
move relocate moved new_home new_place settle moving
rent lease landlord tenant landlady deposit
buy_house mortgage homeowner property real_estate estate_agent
room bedroom kitchen bathroom attic basement cellar living_room garage loft
renovate renovation refurbish repaint remodel redo paint_wall build builder contractor plumber electrician
repair fix broken mend leak broke_down maintenance handyman out_of_order
furniture sofa couch table chair desk bed mattress shelf wardrobe bookcase lamp carpet
clean tidy vacuum dust mop housework chore declutter hoover scrub sweep
laundry wash washing_machine dryer iron detergent clothes
garden yard plant lawn flower gardening vegetable_patch allotment balcony greenhouse soil seeds bloom grow
houseplant plant pot water fern orchid cactus succulent
tree oak apple_tree orchard forest woods
key lock spare_key door alarm_code security locksmith
heating boiler radiator air_conditioning thermostat insulation furnace
appliance fridge refrigerator oven dishwasher freezer microwave toaster stove
bin rubbish garbage trash recycling waste compost
noise loud noisy quiet silent earplugs
wifi password internet router broadband network
house home place apartment flat condo pad residence living_space own_place crib new_place
move moving relocate relocation move_out move_in settle_in moved_to pack_boxes new_city start_over uproot
roommate lodger rent_out room_to_let
decorate decoration decor interior paint wallpaper redecorate redesign furnish style makeover cozy
renovation remodel fix_up renovate refurbish restore restoration diy rebuild do_up
garden gardening plant flowers tomatoes herbs seeds vegetables soil grow weed prune backyard yard greenhouse bloom
flower rose tulip sunflower daisy lily bouquet blossom orchid bloom petals
tree oak pine birch maple willow palm forest
cleaning clean_up tidy_up declutter organise organize scrub mess messy spring_clean dust
mess messy clutter untidy chaos disorder
chore chores dishes housework laundry ironing vacuuming errands wash_up
flood flooded leak water_damage burst_pipe damp mold mould
fire burned burnt smoke flames blaze wildfire
power_cut blackout outage electricity
burglary break_in robbed stolen thief theft stole
furniture sofa couch armchair table chairs shelf bookcase desk lamp rug mattress cabinet
kitchen stove oven counter sink fridge pan pot cookware
view balcony terrace rooftop overlook window porch patio veranda
neighborhood area district part_of_town street suburb
candle incense scented
household_device appliance washing_machine dishwasher fridge freezer oven dryer kettle toaster vacuum_cleaner microwave hoover iron blender coffee_machine
room bedroom kitchen bathroom attic cellar basement study living_room hall guest_room nursery conservatory shed garage pantry
downstairs cellar basement ground_floor
upstairs attic top_floor loft
square_metres size area space spacious cramped tiny
lease contract rent until ends expires notice tenancy
deposit down_payment mortgage offer survey keys closing
get_into_building door_code key entrance buzzer badge card alarm
sheets duvet pillow blanket bed linen quilt
curtain blinds window shutter
carpet rug floor tiles parquet laminate
wallpaper paint colour walls
sofa armchair cushion couch
shower bath bathtub toilet sink tap
pest mouse mice rats ants cockroach moth bedbugs
plumber pipe leak tap drain blocked
gardener mow lawn hedge prune rake compost weeds
plants greenery flowers pots ferns cactus water
vegetable_garden allotment beans potatoes tomatoes courgettes lettuce garlic onions pumpkin sow harvest
fence gate wall hedge
fireplace stove chimney wood logs
firewood log axe chop
lightbulb lamp electric socket fuse
candle matches lighter
diy drill hammer shelf build fix
new_house offer viewing garden shed estate_agent mortgage
house_hunting viewing look_for_home flat_hunting
sheltered_housing warden care_home retirement_flat assisted
wiring electrics sockets electrician
extension conservatory loft_conversion
housewarming new_home party gift
leave_home move_out sell evicted notice kicked_out
power electricity solar panels
# animals
pet animal companion
dog puppy pup hound terrier labrador retriever collie spaniel poodle dachshund shepherd canine leash beagle husky bulldog
cat kitten kitty feline tabby siamese purr
bird parrot canary budgie budgerigar chicken hen pigeon owl
fish aquarium goldfish tank
horse pony riding mare stallion equestrian stable saddle
rabbit hamster guinea_pig bunny rodent mouse rat gerbil
turtle tortoise snake lizard reptile gecko
insect bee spider wasp ant beehive beekeeping honey butterfly
wildlife bird_watching birdwatching birding binoculars nature wild zoo safari
vet veterinarian pet_clinic animal_hospital spayed neutered
vet animal ill sick treat
shelter rescue adopted stray
walk_dog dog_walker dog_sitter pet_sitter kennel
breed pedigree kind_of_dog kind_of_cat
farm barn cow sheep goat pig cattle tractor crop harvest farmer
pet pets dog cat puppy kitten animal furry fur_baby four_legged companion hamster rabbit fish guinea_pig parrot
dog puppy pup pooch doggo hound retriever shepherd labrador poodle terrier beagle
cat kitten kitty feline tabby
animal animals creature wildlife species
turtle tortoise reptile lizard snake iguana
bird parrot eagle hawk owl hummingbird
horse pony foal mare
adopt_pet shelter rescue new_puppy brought_home took_in
walk_the_dog leash dog_park fetch
train_dog obedience agility trick tricks command
pet_name named called
sheepdog collie spaniel beagle terrier poodle dachshund husky dog breed
mammal cow pig sheep goat dog cat horse deer fox hare
insect bee wasp ant fly mosquito moth butterfly ladybird beetle
bird robin sparrow swallow heron goose swan duck seagull owl magpie crow pheasant kingfisher woodpecker
sea_creature whale dolphin seal shark octopus jellyfish turtle
farm_animal hen chicken cow pig sheep goat donkey
reptile gecko iguana snake lizard tortoise chameleon
animal_trouble fleas ticks worms neutered vaccinated limping chewed
chew bite scratch destroy slippers
bark howl growl whine
stroke pet cuddle lap purr
cage hutch kennel basket aquarium terrarium
pet_food kibble treats bone
gobble_up eat devour swallow
bees hive hives honey beekeeper swarm sting
animal_names called named
guide_dog assistance_dog
foal calf lamb chick kitten puppy
# food
food eat meal dish cuisine snack diet cook taste
breakfast morning_meal porridge oatmeal cereal granola muesli toast pancake omelette
lunch midday_meal sandwich packed_lunch canteen
dinner supper evening_meal
dessert sweet cake pudding pie chocolate ice_cream cookie biscuit candy pastry brownie tart sweet_tooth
bread loaf baguette sourdough baker bakery dough roll rye yeast
bake baking oven cake bread pastry recipe
cook cooking recipe kitchen chef prepare stew roast fry grill homemade culinary
meat beef pork lamb steak chicken bacon sausage ham turkey burger carnivore barbecue poultry
vegetarian vegan plant_based meatless not_eat_meat no_meat veggie tofu
seafood fish salmon shrimp prawn tuna lobster crab oyster mussel sushi shellfish cod
vegetable carrot broccoli spinach cabbage onion tomato potato pepper aubergine eggplant courgette zucchini mushroom salad greens cauliflower pea bean lentil
fruit apple banana orange berry strawberry mango grape peach pear cherry lemon pineapple melon raspberry blueberry
dairy milk cheese yoghurt yogurt butter cream lactose
egg omelette scrambled boiled_egg
nut peanut almond walnut cashew hazelnut
spice spicy chilli chili curry hot_sauce pepper garlic cumin cinnamon herb coriander cilantro basil seasoning salt
pasta spaghetti noodle lasagne lasagna ravioli italian carbonara
pizza margherita pepperoni topping
rice risotto paella sushi
soup broth ramen stew chowder
restaurant eat_out dine diner bistro table reservation waiter eatery takeaway takeout menu order
cafe coffee_shop tea_room barista
coffee espresso latte cappuccino caffeine flat_white decaf drink hot_drink brew
tea green_tea herbal chamomile kettle black_tea hot_drink
alcohol wine beer drink whisky whiskey cocktail vodka gin rum pub bar booze tipsy sober teetotal ale champagne liquor spirits
not_drink sober teetotal gave_up_alcohol alcohol_free
drink beverage juice soda water lemonade smoothie thirsty
allergy allergic intolerance intolerant reaction epipen anaphylaxis hay_fever avoid pollen
gluten coeliac celiac wheat
fasting diet weight calories lose_weight slim low_carb keto
hungry appetite starving peckish
sugar sweetener honey syrup sweet
brew beer homebrew ferment
dumpling pierogi ravioli filling dough
groceries supermarket market shopping food_shop
dish meal recipe cuisine food signature_dish specialty speciality plate comfort_food
cook cooking made_dinner whip_up prepare kitchen homemade recipe chef culinary cooking_class
bake baked cookies cake bread muffin cupcakes brownies pie pastry dough
snack chips crisps popcorn nibble munch treat
dessert sweet_treat ice_cream gelato cake tart cheesecake tiramisu brownie pudding sorbet
drink beverage juice smoothie soda lemonade cocktail tea coffee water hot_chocolate milkshake
restaurant diner place_to_eat dine eat_out bistro eatery brunch food_truck
breakfast brunch pancakes waffles eggs toast cereal
dinner supper evening_meal date_night barbecue roast
vegan vegetarian plant_based meat_free tofu
healthy_eating diet nutrition nutritious balanced veggies salad junk_food cut_down portion eat_better
sushi japanese_food ramen miso
mexican_food tacos burrito enchilada guacamole salsa nachos
italian_food pasta pizza lasagna risotto gnocchi
indian_food curry naan masala dal
chinese_food dumplings noodles dim_sum wok
thai_food pad_thai
grill grilled barbecue bbq roast steak
spicy hot chili pepper heat
allergic allergy react swell hives rash peanuts shellfish pollen dairy
drunk hangover tipsy wasted drinks bar pub
barista latte espresso cappuccino cafe coffee_shop
farm_market farmers_market local_produce organic fresh grocery
preserve jam pickle can jar
fruit strawberry strawberries raspberry blueberry apple pear plum apricot fig date kiwi mango pineapple banana orange lemon lime grapefruit peach cherry cherries
nut walnut hazelnut peanut cashew pistachio almond
mammals beef pork lamb veal meat venison rabbit
fish salmon cod herring mackerel trout tuna sardine anchovy haddock
shellfish prawn shrimp mussel oyster crab lobster clam
cheese cheddar gouda brie feta parmesan mozzarella camembert goat's_cheese curd
herb parsley basil mint dill thyme rosemary coriander sage oregano chives
spice cinnamon cumin paprika turmeric ginger nutmeg saffron clove cardamom
sweets candy liquorice chocolate caramel fudge marzipan lollipop
cake sponge carrot_cake cheesecake gateau cupcake layer icing frosting tart
biscuit cookie gingerbread shortbread cracker
bread rye sourdough baguette bagel roll flatbread focaccia pita
dish stew casserole roast pie curry soup pancake omelette paella lasagne tagine couscous moussaka goulash dumplings
soup borscht broth minestrone pho ramen gazpacho
dish_to_bring potluck salad casserole
sauce ketchup mayonnaise mustard gravy pesto dressing
breakfast_food porridge muesli toast croissant eggs yoghurt granola pancakes
alcohol wine red_wine prosecco champagne beer cider gin whisky vodka rum port sherry lager stout
soft_drink cola juice lemonade squash sparkling_water
restaurant ethiopian thai italian mexican indian chinese vietnamese greek turkish lebanese korean cuisine
crave craving appetite fancy hunger
eat_too_much stuffed full overate
vegetarian vegan not_eat_mammals no_meat pescatarian
diet gluten_free lactose_free keto low_carb sugar_free salt
ingredient flour sugar egg butter oil salt yeast
cook_for host dinner guests serve feast
recipe_from grandma grandmother's handed_down cookbook notebook
cutlery knife fork spoon plate bowl cup glass mug
burn_food burnt overcooked set_off_smoke_alarm
crops beans potatoes garlic pumpkins carrots tomatoes wheat corn
plot allotment garden patch field
pumpkin squash marrow gourd
pie shepherd's_pie quiche
cooking_class teach recipes kitchen
order_in takeaway pizza delivery
bring_to_party dish salad cake drinks
eat_late midnight_snack
spoil rotten off expired mouldy
# likes
like love enjoy fond adore favourite favorite keen enthusiast passionate into fan_of prefer appreciate delight happy_about
favourite favorite best_loved top_choice preferred number_one most_loved love best prefer
dislike hate detest loathe not_like not_stand not_bear not_enjoy annoy irritate can't_stand despise aversion disgust not_fan avoid pet_peeve put_off
fear afraid scared frightened phobia terrified anxious dread panic fright
want wish hope dream would_like desire long_for aspire ambition bucket_list look_forward
plan intend going_to aim goal target resolution will hope planning upcoming
interest curious fascinated hobby into passion keen
bored boring dull tedious monotonous
prefer rather choose over_instead choice option
obsession obsessed crazy_about mad_about hooked addicted fan really_into fixated
hate can't_bear loathe drive_me_mad get_on_nerves pet_hate
refuse won't not_on_principle never_would decline against boycott
guilty_pleasure indulge treat_myself
superstition superstitious lucky_charm unlucky ghosts
dream_of would_love someday hope wish long bucket_list
ideal perfect dream favourite
appeal attract draw charm
# mind
happy glad joyful cheerful content delighted pleased thrilled overjoyed
sad unhappy depressed down upset miserable cry tears heartbroken blue
angry mad furious annoyed irritated temper cross
cry cried weep wept tears sob
nervous fidget restless bite_nails twitch
stress stressed pressure overwhelmed burnout burned_out tense exhausted overworked
anxiety anxious worried nervous worry panic_attack uneasy
proud pride achievement accomplished
lonely alone isolated homesick
calm relax relaxed peaceful unwind soothe rest chill wind_down
surprise unexpected shocked astonished amazed
embarrassed ashamed awkward shy
confident brave courage self_esteem bold
grateful thankful appreciate gratitude thanks
miss homesick long_for nostalgia
therapy therapist counselling counseling counsellor counselor psychologist psychiatrist mental_health support_group session
personality character introvert extrovert temperament shy outgoing trait quiet
remember memory forget reminder recall memorise forgetful absent_minded
belief faith religion religious church mosque temple synagogue pray prayer god spiritual christian muslim jewish buddhist hindu catholic atheist worship
meditate meditation mindfulness breathing yoga
motivate inspire inspiration encourage motivation role_model hero admire look_up_to
feel feeling emotion mood sense emotional mental_state react reaction
excited exciting thrilled pumped stoked eager can't_wait look_forward hyped psyched enthusiastic buzzing
happy happiness joy delight smile make_my_day bliss good_mood cheer cheer_up content fun laugh
satisfied fulfilled fulfilling rewarding satisfying satisfaction worthwhile accomplished purpose
peace peaceful calm serene tranquil quiet soothing relaxing zen stillness at_ease comfort grounding
relax destress de_stress unwind self_care me_time recharge wind_down switch_off take_it_easy bath bubble_bath soak massage spa lie_down let_off_steam decompress clear_head refresh
cope coping deal_with handle manage get_through get_over overcome face struggle survive hang_in
struggle hard tough difficult rough challenging challenge hardship obstacle setback hurdle adversity trouble low_point hard_time
grief grieve mourn loss lost passed_away miss heartbroken condolences
disappointed disappointment let_down letdown bummed gutted bummer regret unfortunately
regret wish_had sorry remorse mistake should_have
frustrated frustrating frustration annoyed annoying fed_up irritated sick_of exasperated
jealous envy envious
guilty guilt ashamed shame conscience
nervous anxious jittery butterflies stage_fright on_edge worried apprehensive
worry worried concern concerned fear anxious trouble afraid bother nag
relieved relief weight_off phew glad_it's_over
hope hopeful optimistic positive fingers_crossed faith look_up bright_side optimism
pessimistic negative hopeless despair give_up_hope
inspired inspire inspiration inspiring motivated motivate motivation spark drive drove encourage influence role_model moved
passion passionate love_of devoted dedicate dedication drive enthusiasm heart_in
proud pride achievement milestone honor honored honour honoured
thankful grateful gratitude blessed appreciate lucky fortunate luck
confident confidence self_confidence self_assured believe_in_myself self_belief assertive courage
self_doubt insecure unsure imposter doubt hesitate uncertain doubtful
brave courage courageous bold guts stand_up strength strong fearless
accepted acceptance belong belonging embraced welcome inclusive included accept accepting fit_in home_here
lonely loneliness isolated left_out alone no_friends
trust honest honesty loyal reliable faithful sincere truth
lie dishonest cheat betray fake pretend deceive
respect admire look_up_to hero idol role_model esteem
love affection adore cuddle hug kiss romance in_love fall_in_love crush dear heart
hate can't_stand despise loathe detest fed_up
calm_down temper anger lose_temper yell shout outburst snap
surprise surprised unexpected out_of_the_blue caught_off_guard shocked speechless no_idea
curious curiosity wonder intrigued fascinated fascinating interest drawn_to
bored boredom tired_of monotony
tired exhausted drained worn_out fatigue sleepy knackered wiped_out beat low_energy
energy energetic boost lively power refreshed rejuvenated
mindful mindfulness meditate meditation breathe deep_breath present_moment gratitude_journal
balance work_life_balance juggle busy hectic schedule swamped time_for snowed_under
busy hectic swamped overworked full_schedule no_time packed tied_up rushed
nostalgia nostalgic memories good_old_days back_then throwback old_times reminisce
comfort console comforting reassure reassuring shoulder_to_cry_on hug there_for
nervous_habit bite_nails fidget hum pace twirl
happy_moment happiest joyful best_day highlight most_beautiful
worst_moment lowest low_point disaster nightmare worst
highlight best_part favourite_part best_moment most_enjoyed peak
downside drawback disadvantage worst_part least_favourite minus
advantage benefit upside plus perk good_thing
weakness flaw bad_at fault shortcoming
strength talent strong_point gift
dread not_look_forward dislike fear
find_peace calm meditate quiet breathe
unwind sauna spa massage bath hammock nap read float
cry sob burst_into_tears well_up tears
laugh giggle crack_up burst_out hysterics
scream shout yell
blush embarrassed red_face mortified
forgetful forget lose_track absent_minded
decide_against change_mind cancel back_out withdraw
hesitate unsure undecided torn two_minds
promise swear vow word pledge
argue row quarrel disagreement not_speaking
apologise sorry forgive make_up
believe believer practising church god faith atheist agnostic baptised
soul spirit afterlife ghost buried
superstitious horoscope star_sign zodiac tarot
overtired exhausted fell_asleep burnt_out
wake_up_call realise eye_opener
miss_someone long_for absent
hang_on hold_out persevere patience
brag boast show_off
get_over recover move_on
tears weep dry_eye cry moved touched
# health
health healthy well_being fit medical condition
illness ill sick disease unwell infection fever flu cold virus covid caught
doctor physician gp surgeon specialist clinic appointment check_up checkup consultant
hospital surgery operation ward emergency operated admitted
nurse carer care caregiver looked_after
dentist tooth teeth dental braces filling crown wisdom_tooth root_canal
medicine medication pill tablet drug prescription dose antibiotic painkiller inhaler insulin vitamin supplement pharmacy take_daily
vaccine vaccination jab shot immunised injection booster
pain ache hurt sore injury painful
headache migraine
back spine lower_back posture slipped_disc
knee leg ankle foot hip joint
arm wrist shoulder elbow hand finger
broken_bone fracture broke sprain cast plaster injured injury accident
heart blood_pressure cardiac cholesterol hypertension pulse
diabetes blood_sugar insulin diabetic glucose
asthma breathing lung inhaler breath cough
cancer tumour tumor chemotherapy oncology remission
skin rash eczema acne sunburn mole dermatologist
eye glasses spectacles vision contact_lenses optician eyesight short_sighted blind see sight lens
ear hearing deaf hearing_aid
deaf sign_language interpreter
smell odour odor scent stink perfume nose aroma
voice sing speak throat
mouth tooth lips tongue
stomach digestion nausea belly gut indigestion
sleep insomnia nap bed asleep awake night wake tired bedtime snore rest
wake get_up alarm rise morning_person early_bird early_riser
blood_type blood_group donor donate_blood
smoke cigarette tobacco smoking quit vape nicotine
height tall short centimetre weigh weight kilo
weight weigh kilo pound heavy light gram
height tall high centimetre metre foot inch
strong strength weak power
exercise workout gym fitness training train work_out cardio weights stay_fit active
physiotherapy physio rehabilitation recovery recover heal
emergency_contact in_case_of_emergency call
disability wheelchair disabled
gender transgender lgbtq gay lesbian queer transition pride
health healthy wellbeing well_being condition shape physical medical fit
ill sick unwell under_the_weather flu cold fever virus come_down_with infection bug
injury injured hurt sprain twisted broke fracture tore accident wound bruise pulled
hospital er emergency_room admitted ward ambulance surgery operation
accident crash car_accident collision wreck hit fell injury
doctor gp checkup check_up appointment specialist physician diagnosed diagnosis
diagnosis diagnosed condition disease found_out test_results
medicine meds medication pills prescription treatment antibiotics tablets
pain ache sore hurt hurts stiff cramp aching
back_pain backache sore_back
weight lose_weight overweight diet pounds kilos slim gain_weight heavier
sleep sleeping insomnia nightmare awake can't_sleep tossing nap rest restless
therapy therapist counselor counselling talk_to_someone support_group mental_health sessions
mental_health depression anxiety stress therapy emotional wellbeing
panic panic_attack anxiety overwhelmed
recover recovery heal get_better healing rehab on_the_mend feel_better
habit addiction quit smoking drinking give_up kick
diet healthy_eating eat_healthy calories nutrition low_sugar less_sugar
heart cardiac blood_pressure heart_attack stroke
asthma breathing inhaler wheeze lungs
cancer tumor chemo remission
skin rash eczema sunburn tattoo freckles
tattoo ink piercing
hair haircut dye bald curly blonde brunette beard hairstyle
eyes glasses vision sight contacts
teeth dentist braces toothache
fitness fit in_shape workout get_fit stamina training
lifestyle habit routine healthy_living change
routine daily morning_routine habit schedule regular everyday
die died death pass_away funeral late grave memorial lost burial
medicine penicillin antibiotic ibuprofen paracetamol aspirin pill tablet syrup drops insulin thyroxine inhaler cream ointment dose antihistamine
dose milligram microgram daily tablet pills
pills swallow take_every_morning medication
dangerous allergic allergy intolerant react
illness flu cold pneumonia bronchitis asthma diabetes migraine cancer arthritis stroke chickenpox measles shingles tonsillitis appendicitis
fall_seriously_ill stroke heart_attack diagnosed cancer collapsed
injury sprain broken fracture torn dislocated slipped fell bruise concussion burn cut stitches
body arm leg knee ankle wrist shoulder elbow back neck hip foot hand finger toe
ease relieve better help soothe
exercise swimming pilates yoga stretching walking running cycling gym physio
operation surgery replacement hip knee appendix tonsils bypass
doctor surgeon cardiologist dermatologist neurologist gynaecologist paediatrician orthopaedist gp
therapist physiotherapist psychologist psychiatrist osteopath
hospital ward nurse clinic a_and_e intensive_care
donate_blood plasma blood_donor organ_donor give_blood
not_smoke quit_smoking gave_up_cigarettes
insomnia can't_sleep awake lie_awake sleepless keep_awake toss_and_turn
tired exhausted asleep doze nod_off
glasses optician eyes prescription lenses reading_glasses
dentist filling crown tooth root_canal braces wisdom
pregnancy scan ultrasound midwife morning_sickness bump
weigh kilos pounds lose_weight scales
blood_test results lab check_up
first_aid plaster bandage kit
vaccinate jab tetanus flu_shot booster
walking_aid crutches stick cane wheelchair zimmer
faint dizzy collapse pass_out
dizzy vertigo balance
skin rash itch sunburn sunscreen mole eczema
get_better recover exercises physio heal improve
surgery_went_well recovering home resting
fall slip hip fracture
hospital_visit discharged come_out leave_hospital
daytime day_shift days nights
organ kidney liver lung heart stomach bladder brain spleen
emergency ambulance casualty resuscitate accident critical
examine examination scan x_ray mri test
suffer hurt pain endure
bone rib skull spine fracture
deaf blind mute impaired
# work
work job occupation profession career employed employment what_do_for_a_living for_a_living works_as position role trade earn_living
employer company firm business corporation works_at works_for
colleague coworker co_worker team teammate workmate
boss manager supervisor line_manager report_to superior lead head director
office workplace desk headquarters coworking
work_from_home remote remotely home_office telecommute
salary pay wage earn income raise bonus paid paycheck pay_rise
promotion promoted raise senior advanced career_step
resign quit leave_job notice left_job laid_off fired redundant unemployed sacked
hire recruit job_interview apply candidate cv resume application vacancy
meeting call conference standup appointment agenda minutes
project task assignment deliverable
deadline due submit due_date by_when
presentation present slides talk speech lecture keynote pitch public_speaking
client customer account buyer
contract agreement sign signed terms
review appraisal assess assessment evaluation performance feedback
entrepreneur startup start_up founded own_business self_employed freelance founder business_owner set_up_shop store
retire retired retirement pension
shift schedule rota night_shift hours working_hours part_time full_time
business_trip trade_fair conference travel_for_work
engineer developer programmer software coder technical coding code program programming
teacher teach school professor lecturer tutor instructor classroom
doctor nurse paramedic surgeon medical_profession
lawyer solicitor attorney legal law court judge barrister
accountant bookkeeping tax auditor finance
chef cook restaurant kitchen
artist designer illustrator architect design
musician band performer
journalist writer author editor reporter novelist
carpenter carpentry woodwork woodworking furniture_maker joiner
mechanic garage car_repair
scientist research researcher laboratory lab biologist chemist physicist
police officer firefighter soldier army military navy veteran
pilot flight_attendant captain
hairdresser barber haircut salon hair stylist
farmer gardener florist
shop_assistant cashier retail sales salesperson
librarian library books
translator translate interpreter translation language
guide tour_guide tourist sightseeing
babysitter nanny childcare childminder au_pair nursery daycare kindergarten creche
volunteer charity donate nonprofit fundraiser fundraising good_cause cause shelter soup_kitchen food_bank community_service unpaid help_out give_back
career job profession work field occupation path vocation line_of_work dream_job career_path employment
career_change new_career switch_jobs change_jobs new_direction transition
start_business own_business startup entrepreneur open_shop store launch shop company founder set_up go_into_business venture small_business
store shop boutique open_store retail outlet
open opening launch grand_opening start
lose_job laid_off fired let_go unemployed redundant job_loss between_jobs out_of_work layoff sacked
quit_job resign leave_job hand_in_notice left_work
new_job hired start_job got_the_job offer accepted position job_offer
job_interview interview apply application candidate resume hiring recruiter applied
promotion promoted raise senior moved_up lead_role
boss manager supervisor lead head
colleague coworker team workmates office
internship intern trainee apprentice apprenticeship placement
business plan marketing customers sales profit brand market
advertise advertising marketing promote ad social_media campaign flyer
social_media instagram facebook tiktok youtube post followers online influencer blog content_creator channel
sponsor sponsorship endorsement deal brand contract
invest investor funding capital finance stock
project work_on build develop create assignment initiative
engineer engineering electrical mechanical technician design build
software app website code coding program programmer developer develop computer
website blog online web page site
computer laptop pc tech crash device
robot robotics ai artificial_intelligence machine_learning automation
phone smartphone cell mobile call screen
teacher teach school classroom students educator tutor lecture
counselor counselling counseling mental_health therapist psychology social_work help_people
psychology psychologist mind behavior therapy
nurse doctor medic hospital healthcare medical patient
vet animal_doctor animal_care
artist painter sculptor creator designer illustrator
designer fashion clothing_line design style runway clothes
model modelling modeling photo_shoot
police fire_brigade firefighter rescue emergency army military service veteran soldier
politics politician run_for_office election policy government vote council mayor
lawyer law legal court attorney case
science scientist research lab experiment biology chemistry
study studying studies education course learn degree class major school subject university training
school college university campus academy enrol enroll attend student
graduate graduation degree diploma finish_school masters phd cap_and_gown
exam exams test finals revise revision revising study_for pass results midterm
class course lesson workshop seminar lecture tuition training sign_up enrol
workshop seminar class event session conference training
conference convention summit talk speakers networking
presentation speech talk give_a_talk present audience public_speaking stage
research look_into investigate study find_out explore read_up gather_information
certificate certification license qualification diploma course qualified
essay thesis dissertation paper assignment homework
language spanish french german italian english japanese mandarin learn_language duolingo fluent bilingual
skill ability talent good_at expert gift able capable
practice practise rehearse train improve get_better drill
improve improvement better progress develop growth level_up upgrade advance
beginner new_to first_time just_started learn starting never_done
goal aim dream target ambition aspire aspiration objective future_plan want_to hope_to
dream_of dream hope wish someday one_day always_wanted bucket_list long_term
plan plans planning intend going_to gonna will schedule arrange upcoming next soon thinking_of considering
future upcoming next plan ahead later tomorrow soon next_month next_year
deadline due time_limit submit
success successful succeed make_it accomplish achieve nailed pull_off went_well
fail failure mistake mess_up didn't_work flop
opportunity chance offer open_door possibility shot
responsible responsibility duty task role in_charge
manage management handle run organise organize lead
remote work_from_home home_office hybrid
income salary earn wage pay paycheck make_money
debt loan owe mortgage pay_off borrow credit
save_money savings budget put_aside cut_costs frugal
expensive pricey cost_a_lot costly fortune cheap bargain affordable
buy bought purchase get got new shop shopping pick_up order treat_myself acquire purchased splash_out
sell sold get_rid sale second_hand ebay
item thing object stuff possession belongings
gift present give gave receive surprise souvenir for_birthday keepsake
lend borrow loan return
own have possess belong
occupation job accountant nurse teacher doctor engineer lawyer builder baker chef waiter driver plumber electrician carpenter mechanic architect designer journalist photographer librarian secretary receptionist cleaner farmer pilot dentist vet pharmacist hairdresser translator policeman scientist programmer consultant actor musician
earlier_job before_that used_to_work formerly former_job was_a worked_as
honoured award prize won recognised recognition
pay_go_up raise rise increase percent salary
promotion become_head lead_team position head_of_department in_charge director
new_position new_role promotion head lead
responsibility lead manage supervise in_charge look_after
not_in_office work_from_home remote home_office days_a_week
working_hours shift overtime nine_to_five flexitime night_shift rota
lose_job fired sacked laid_off dismissed redundancy
stop_working retire quit gave_out disability
parental_leave maternity_leave paternity_leave sabbatical leave unpaid_leave
back_from_leave return on_leave until
break coffee_break lunch_break canteen
manager boss supervisor team_lead
office_party team_building team_breakfast christmas_party outing
assistant secretary pa intern
client customer account order complaint
invoice bill payment due
tool spreadsheet excel slides powerpoint software
mishap accident chaos went_wrong disaster fire flood mix_up trouble
strike union protest
business bakery shop cafe studio agency company restaurant salon practice
sell_product customers market stall online_shop etsy
thesis dissertation write_at_university paper research
qualification certificate diploma degree exam licence course
grade mark score result pass fail
pass_exam passed results succeeded certificate
school_subject maths geography history physics chemistry biology art music pe
school primary kindergarten nursery secondary grammar high_school college class gate
school_starts gate bell eight lessons begin
pupil student class children kids
learn_by_heart flashcards revise quiz memorise
teacher head_teacher tutor professor lecturer coach instructor
finish_order deliver complete ready
studio workshop shed room
hand_made handmade made_by_hand knitted sewn
resolution new_year learn stop promise
choose_career wants_to_be dream_job grow_up
grow_up become adult wants_to_be
field_trip excursion outing school_trip pupils
trip_with_class excursion students group
marking essays correct grade homework
apply_for asked_for request
# learning
study student learn course class lesson school training education pupil taught
university college degree graduate bachelor master phd campus major graduated alma_mater studied doctorate thesis
exam test pass grade mark certificate qualification licence license diploma
language speak fluent bilingual spanish french german italian portuguese japanese chinese english polish russian arabic korean mandarin swedish dutch tongue native
subject mathematics math maths physics history biology chemistry geography
scholarship grant tuition
skill able good_at talent expert know_how gifted
homework assignment essay
pupil schoolchild class primary_school elementary kindergarten
parents_evening teacher parent school meeting
beginner novice started_learning taking_up took_up take_lessons
# leisure
hobby pastime leisure spare_time free_time weekend_activity fun interest
read reading book novel author library literature page chapter paperback bookworm
fiction fantasy science_fiction thriller crime_novel mystery detective
write writing poem poetry diary journal blog novel story
book_club reading_group
film movie cinema watch director actor documentary theatre
television tv series show streaming episode season netflix watch binge
music listen song band album concert playlist singer genre
concert gig festival live_music show
choir chorus concert performance rehearsal practice perform orchestra
musical_instrument guitar piano violin cello drums flute saxophone play_instrument trumpet ukulele keyboard bass clarinet
sing choir singing vocal karaoke
jazz classical rock pop folk hip_hop opera
dance dancing salsa tango ballet ballroom swing
art painting paint draw drawing sketch watercolour watercolor canvas sculpture gallery exhibition
pottery ceramics clay kiln wheel
craft knit knitting sew sewing crochet quilt embroidery wool handicraft needle
photograph photography camera photo picture lens shoot
museum gallery exhibition exhibit
theatre theater play stage musical opera acting drama improv
game video_game gaming console playstation xbox nintendo gamer
board_game chess card_game cards poker puzzle crossword sudoku jigsaw scrabble
collect collection stamps coins vinyl records antique
fishing angling angler rod trout catch_fish
camp camping tent campfire campsite outdoors
hike hiking trail trek walk mountain summit ramble walking
climb climbing bouldering rope rock_climbing mountaineering
run running jog marathon race half_marathon 5k 10k sprint runner jogging
cycle cycling bike bicycle ride cyclist
swim swimming pool lap breaststroke water swimmer
sail sailing boat kayak canoe rowing yacht row paddle
ski skiing snowboard slope snow winter_sport
surf surfing wave surfboard
football soccer goal match league world_cup team goalkeeper
basketball hoop nba
tennis racket badminton squash table_tennis court
golf club hole handicap
baseball cricket bat pitch rugby hockey
martial_arts karate judo boxing taekwondo jiu_jitsu
yoga pilates stretch mat
sport athletic team match game competition athlete play
compete competition tournament contest win won medal prize award trophy champion
gym weights workout
astronomy telescope stars sky stargazing planet
magic trick magician juggling
podcast radio listen audio audiobook
comic cartoon anime manga animation
hobby pastime activity free_time spare_time fun leisure interest what_i_do into take_up weekend_activity
activity do_together outing things_to_do game play event
creative creativity art artistic express make imagination craft self_expression
paint painting painted canvas brush watercolor watercolour acrylic oil_painting landscape portrait artwork mural easel palette
draw drawing sketch sketching doodle pencil illustration charcoal
sculpture sculpt carve statue carving
pottery ceramics clay bowl mug pot vase kiln glaze wheel
photo photography picture photograph camera snap shot pic image shoot portrait
art_show exhibition gallery exhibit display museum opening on_show
craft handmade diy knit crochet sew quilt needlework scarf yarn embroider origami scrapbook
jewelry jewellery necklace bracelet ring earrings pendant bead locket brooch
music song songs tune melody track playlist band listen artist album musical hit
musician singer band artist composer performer songwriter
instrument guitar piano violin drums cello flute clarinet saxophone trumpet harp ukulele banjo harmonica keyboard
play_instrument guitar piano violin practice lesson chords strum
concert gig show live_music festival tour venue crowd perform performance stage backstage
sing singing vocals choir karaoke voice lyrics
songwriting write_songs compose lyrics record studio
classical bach mozart beethoven symphony orchestra vivaldi composer
dance dancing dancer ballet hip_hop salsa contemporary choreography studio ballroom moves
movie film cinema watch flick trilogy sequel screen actor director movie_night
movie_kind comedy drama horror thriller action romance sci_fi documentary animated
series show tv episode season binge sitcom streaming netflix
actor actress acting audition role theater theatre stage play perform drama
screenplay script screenwriting filmmaking scriptwriter write_film
book novel read reading memoir author story bestseller paperback biography title series page_turner finish_reading devour
author writer novelist poet wrote
children's_book picture_book bedtime_story fairy_tale kids_book
write writing journal diary blog poem poetry essay article publish column draft novel chapter
publish published publisher print magazine book_deal manuscript
library bookshop bookstore books bookshelf
podcast radio audiobook listen episode
game gaming video_game console play gamer online multiplayer esports level nintendo playstation xbox rpg
tournament competition contest championship compete match finals place won first_place title cup
win won victory beat champion first_prize trophy triumph award
lose lost defeat beaten came_last
award prize medal trophy certificate recognition honour honor scholarship
board_game card_game chess monopoly puzzle scrabble trivia quiz
sport sports basketball football soccer tennis baseball volleyball hockey rugby cricket swimming athletics
team squad teammates club coach league player
score scored goal points point assist basket career_high
training train practice drill session coach workout prepare
basketball hoops nba court slam_dunk three_pointer shoot
football soccer goal pitch striker match premier_league kick
run running jog marathon 5k 10k race runner miles half_marathon sprint
race charity_run marathon competition run finish_line
hike hiking trail walk trek mountain nature woods outdoors scenery waterfall
camp camping tent campfire marshmallows outdoors sleeping_bag s'mores stars wilderness national_park
nature outdoors forest woods wilderness scenery landscape fresh_air wildlife sunset trees green
beach ocean sea sand waves seaside shore coast surf swim seashell
swim swimming pool lake dip dive lap float
surf surfing waves board paddle
ski skiing snowboard slopes snow winter_sport
climb climbing bouldering rope mountain summit peak
cycle bike cycling biking bicycle ride mountain_bike
yoga pilates stretch pose mat flexibility
gym workout exercise lift weights fitness cardio strength_training treadmill
martial_arts karate judo taekwondo boxing kickboxing self_defense belt
horse riding horseback stable gallop
fish fishing catch rod bass lake
boat sail sailing kayak canoe paddle cruise yacht
skate skating ice_skating roller_skating skateboard rink
extreme_sport skydiving parachute bungee paragliding adrenaline hang_gliding
stargaze stars meteor shower telescope astronomy perseid night_sky moon constellation
picnic park blanket outdoors
amusement_park theme_park rides roller_coaster funfair carnival
zoo aquarium safari animals
museum exhibit exhibition gallery history science_museum
collect collection collector figurines stamps coins vinyl records memorabilia
fantasy harry_potter lord_of_the_rings wizard dragon star_wars superhero fantasy_world
dinosaur fossil t_rex
toy doll lego stuffed_animal teddy plush puzzle blocks
playground swing slide park sandbox
fair market stall flea_market carnival festival
cosplay costume dress_up halloween outfit convention fandom
magic trick illusion
stand_up comedy comedian joke funny humor
meditation_retreat retreat spa wellness
sport bouldering climbing swimming running cycling tennis football basketball rowing sailing skiing yoga pilates boxing judo badminton volleyball hockey golf surfing skating fencing handball squash rugby cricket horse_riding
instrument guitar piano violin viola cello oboe flute clarinet saxophone trumpet trombone horn harp drums accordion organ ukulele harmonica recorder bassoon banjo mandolin
marathon 42_kilometres race finish
race_time finish personal_best minutes seconds stopwatch
fan_of support club team supporter season_ticket
hobby pottery knitting gardening painting photography baking chess fishing birdwatching collecting sewing woodwork reading running dancing singing climbing model_trains
collect gather collection stamps coins postcards shells records figurines magnets
pottery clay bowl wheel kiln glaze
take_up start_learning beginner course lessons
perform concert recital show stage gig premiere
concert tickets band singer festival orchestra
song lullaby hymn anthem tune
dance tango salsa waltz ballet swing flamenco lindy_hop
movie_night cinema popcorn film screening
film director actor scene sequel plot oscar
not_read_to_end never_finished gave_up_reading half_way
discuss_novels book_club reading_group
crossword puzzle sudoku jigsaw wordle
board_games cards dice chess monopoly catan scrabble settlers
garden_party barbecue picnic bonfire
firework sparkler new_year's_eve midnight countdown
new_year's_eve midnight celebrate party
carnival parade costume mask
volunteer_work food_bank lifeboat animal_shelter refugees help_charity soup_kitchen
end_of_week weekend saturday sunday friday
spend_evening watch read cook relax go_out
craft candle_making soap jewellery_making origami macrame
tattoo ear piercing
youth_group scouts guides
club member meet weekly join
sauna steam_room hot_tub spa
escape_room bowling karaoke laser_tag arcade mini_golf
casino bet gamble lottery jackpot
celebrate bonfire party dinner drinks toast prosecco champagne
fortieth 40 birthday thirtieth fiftieth sixtieth milestone
danced dance floor all_night party
walk_along beach river promenade
oar row rowing boat paddle
sleeper_train night_train couchette rail
travel_to_by train plane car boat bus
destination coast city countryside
honeymoon_destination maldives paris beach
learn_language welsh duolingo class tutor
band_member guitarist drummer singer bassist
audition casting part role lead_role
choir_concert carol hymn solo
recording studio album single release
sewing_machine pattern fabric needle
film_festival premiere screening
season_ticket stadium match ground
league table points relegated promoted
goalkeeper defender striker midfielder coach referee
personal_trainer gym membership
pull_muscle hamstring calf strain
pb personal_best record fastest
training_plan schedule prepare
camera_club darkroom film develop
reading_list to_read pile novel
audiobook narrator listen commute
board_game_night dice cards
dungeons_and_dragons role_playing campaign
lego_set build bricks
# travel
travel trip journey tour voyage abroad
holiday vacation getaway break time_off leave trip
fly flight plane airport airline aeroplane
train rail railway station commute
car drive vehicle driving driver automobile sedan
vehicle car motorbike motorcycle scooter moped van truck lorry bike
car toyota volvo ford honda bmw tesla volkswagen audi skoda fiat renault
electric_car charge hybrid charging_station
licence_plate license_plate registration_number number_plate
park parking parking_space garage
bus tram underground subway metro public_transport commute
commute get_to_work way_to_work
ferry cruise ship boat sail
hotel hostel airbnb accommodation stay lodging guesthouse inn
passport visa identity_card border citizenship nationality id_card document
luggage suitcase bag backpack pack
beach sea ocean coast sand seaside shore island
mountain hill peak alps valley
lake river pond stream
city town village capital urban
country abroad foreign nation homeland overseas
europe france germany italy spain portugal england britain scotland ireland sweden norway denmark netherlands greece poland austria switzerland iceland
asia japan china korea india thailand vietnam nepal indonesia
america usa united_states canada mexico brazil argentina peru chile
africa kenya morocco egypt nigeria ghana
capital_city paris london berlin rome madrid lisbon vienna tokyo
hometown grew_up born_in childhood raised come_from originally from native origin roots background
seat window_seat aisle legroom seat_preference
sick travel_sickness seasick motion_sickness carsick
immigrant immigrate emigrate emigrated moved_abroad moved_country
trip travel vacation holiday getaway journey visit road_trip tour been_to went_to abroad weekend_away fly_to
travel_to destination country city place go_to visit explore trip
road_trip drive route car highway roadside
abroad overseas foreign another_country international
flight fly plane airport airline layover jet_lag boarding
hotel hostel airbnb resort lodge cabin stay accommodation bed_and_breakfast
sight sightseeing landmark tourist attraction monument castle tower cathedral
explore discover adventure wander new_places look_around
adventure thrill adrenaline explore exciting journey
mountain mountains peak rockies alps summit hills range
lake river waterfall stream creek
island islands tropical hawaii bali
national_park canyon yosemite yellowstone reserve
beach_holiday coast sun sunbathe seaside
cruise ship sail
train railway rail station
car vehicle drive ride auto truck suv engine
car_repair mechanic garage engine brake breakdown tow flat_tire flat_tyre
classic_car vintage_car restore restoration muscle_car
motorcycle motorbike biker
traffic jam commute rush_hour
lost lost_way wrong_turn
map route directions gps
country nation state land
city town village urban downtown
sunset sunrise sky dusk dawn horizon
weather sunny rain rainy storm snow heat cold wind
climate_change environment pollution recycling sustainable eco_friendly green plastic conservation
means_of_transport taxi bus tram train bike car ferry plane underground scooter
continent asia africa europe america australia antarctica
never_set_foot never_been not_visited
return_plane flight_back flight_home departs leaves take_off
take_off leave depart departure
arrive land arrival get_in
sit_on_plane window_seat aisle_seat front legroom
not_fly refuse_to_fly scared_of_flying fear_of_flying night_train
lake sail swim boat canoe
cave underground grotto stalactite
castle palace ruins fortress tower
city_trip weekend_away museum sights
backpack hitchhike interrail hostel
campervan motorhome caravan tent
souvenir magnet postcard bring_back
visa embassy passport stamp customs
suitcase lost_luggage pack carry_on
delay cancelled missed_connection strike
hitch lift ride pick_up drop_off
map compass gps lost
island archipelago lofoten azores canaries crete sicily corsica
desert dune camel sahara
northern_lights aurora arctic
sunrise sunset view panorama
bike bicycle cargo_bike e_bike tandem helmet
puncture flat_tyre breakdown
driving_test licence instructor failed
motorway toll speed fine ticket
parking_ticket fine penalty
petrol diesel fuel fill_up
book_trip reserve tickets flights
lost_passport embassy stolen
get_there by_train by_car drive fly walk
travel_sick seasick carsick nauseous
first_time_abroad passport
city_break barcelona prague lisbon budapest
walking_holiday hike trail hut
sea_swim cold_water wild_swimming dip
diving snorkel scuba reef coral
ski_resort slopes chalet lift
hire_car rental rent_a_car
# places
belgium belgian flemish brussels antwerp ghent bruges leuven liege ostend
netherlands dutch holland amsterdam rotterdam utrecht hague
france french paris lyon marseille nice bordeaux toulouse brittany
germany german berlin munich hamburg cologne frankfurt dresden leipzig
austria austrian vienna salzburg graz innsbruck
switzerland swiss zurich geneva basel bern
italy italian rome milan naples venice florence turin sicily
spain spanish madrid barcelona seville valencia malaga mallorca
portugal portuguese lisbon porto algarve azores madeira
england english london manchester leeds liverpool birmingham bristol oxford cambridge britain british uk
scotland scottish edinburgh glasgow
wales welsh cardiff
ireland irish dublin cork galway
poland polish warsaw krakow gdansk wroclaw poznan lodz
czech prague brno
hungary hungarian budapest
greece greek athens crete thessaloniki
turkey turkish istanbul ankara
russia russian moscow petersburg
ukraine ukrainian kyiv lviv
scandinavia scandinavian nordic sweden norway denmark finland
sweden swedish stockholm gothenburg malmo uppsala
norway norwegian oslo bergen trondheim
denmark danish copenhagen aarhus
finland finnish helsinki
iceland icelandic reykjavik
usa america american new_york chicago boston seattle california texas florida san_francisco los_angeles
canada canadian toronto montreal vancouver ottawa quebec
mexico mexican
brazil brazilian rio sao_paulo
argentina argentinian buenos_aires
japan japanese tokyo kyoto osaka
china chinese beijing shanghai
hong_kong taiwan
india indian delhi mumbai bangalore
thailand thai bangkok
vietnam vietnamese hanoi
korea korean seoul
australia australian sydney melbourne
new_zealand auckland wellington
south_africa cape_town johannesburg
egypt egyptian cairo
morocco moroccan marrakesh
kenya kenyan nairobi
israel israeli tel_aviv jerusalem
europe european belgium france germany italy spain poland sweden netherlands
north northern south southern east west region
harbour harbor port dock pier quay coast sea
slovenia slovenian ljubljana bled
croatia croatian zagreb split dubrovnik
serbia serbian belgrade bosnia sarajevo montenegro albania macedonia kosovo
romania romanian bucharest bulgaria bulgarian sofia
slovakia slovak bratislava
estonia tallinn latvia riga lithuania vilnius baltic
luxembourg malta cyprus monaco
lebanon beirut syria jordan iraq iran tehran arab
pakistan karachi lahore bangladesh dhaka sri_lanka nepal kathmandu
indonesia bali jakarta malaysia kuala_lumpur singapore philippines manila
nigeria lagos ghana accra senegal cameroon ivory_coast
ethiopia eritrea somalia sudan uganda tanzania rwanda zambia zimbabwe
tunisia algeria libya maghreb
colombia bogota peru lima chile santiago bolivia ecuador venezuela uruguay
cuba havana jamaica caribbean puerto_rico dominican_republic
hawaii alaska florida texas california nevada
country slovenia croatia morocco greece turkey portugal poland hungary iceland vietnam peru cuba
# money
money cash fund financial finance budget
price cost expensive cheap pay fee charge worth how_much spend afford
buy bought purchase shop order get new
sell sold sale secondhand
bank account savings save deposit interest
loan debt credit owe borrow mortgage lend lent pay_back
invest shares stock fund crypto
bill utility electricity gas_bill rent subscription monthly
insurance policy claim premium insured insurer
tax refund return
tax revenue tax_return adviser accountant
state government benefit allowance welfare
way_of_paying credit_card cash debit_card pay card
put_aside save savings nest_egg
gift present give receive gave gifted souvenir
handmade homemade self_made craft knit
donate donation charity give_money
charity society foundation organisation donation lifeboat red_cross support cause
budget spend saving
subscription membership member subscribe cancel
pay_every_month rent subscription instalment mortgage bill fee
stop_paying cancel subscription unsubscribe ended
transfer pay due fifth first standing_order
pay_for cost price spent euros pounds dollars
fine penalty ticket
tip gratuity
discount sale offer coupon voucher reduced
second_hand used flea_market thrift charity_shop vintage
bargain cheap reduced
inherit will inheritance left_me heirloom
pocket_money allowance
wage hourly_rate per_hour charge
pension retirement savings
stolen pickpocket wallet purse
afford save price budget
raise_money sponsored charity run bake_sale
win_money lottery scratch_card prize
cost_of pay price euros pounds dollars
sell_for price euros pounds dollars
loan bank mortgage approved
# things
phone mobile smartphone number call telephone cell contact
phone_number call reach dial
email address mail inbox
computer laptop pc tablet macbook device screen monitor
app software program website online platform
watch wristwatch jewellery jewelry ring necklace earring bracelet
clothes wear dress shirt jacket trousers coat outfit suit sweater jeans garment
shoe boot sneaker trainers size footwear feet
size fit measurement
colour color blue green red yellow purple black white orange pink shade
lose lost misplace missing find found
locked_out spare_key key get_in enter
store keep stored box attic cupboard drawer
decoration ornament bauble christmas tinsel
steal stolen theft burglary thief robbed
heirloom inherited handed_down antique
letter post parcel package delivery mail
document file paper passport certificate
tool hammer drill screwdriver saw toolbox
toy lego doll
pin code password number combination
clothes outfit dress shirt wear jacket sweater jeans shoes coat hat style
shoe sneakers boots heels sandals
accessory hat scarf bag belt gloves sunglasses
color colour red blue green yellow purple pink orange black white grey gray shade bright hue turquoise
material wood metal glass leather cotton wool silk plastic
shape round square oval
old vintage antique ancient classic
new brand_new latest recent fresh
machine device gadget equipment appliance tool
equipment gear kit supplies tools
lamp light lights bulb
picture photo image painting poster print
letter note card mail postcard message
message text email note chat dm
package parcel delivery mail
ticket tickets admission entry
flag banner rainbow poster sign slogan
necklace pendant chain locket
watch clock wristwatch
instrument_brand fender gibson yamaha steinway
broke broken damaged cracked crash shattered ruined stopped_working
lose_thing lost misplaced missing left_behind
find_thing found came_across stumbled
jewel gem sapphire ruby diamond emerald pearl amber opal ring necklace
jewellery ring necklace bracelet earring brooch watch
clothing jumper sweater coat jacket shirt blouse skirt dress trousers jeans shorts socks hat scarf gloves suit tie
shoe boots sandals slippers trainers heels
fabric cotton wool silk linen velvet denim lace
metal gold silver copper iron steel bronze
glasses sunglasses spectacles
umbrella raincoat wellies
bag handbag rucksack backpack suitcase purse wallet
pen pencil notebook paper ink
diary journal secrets notebook
knife scissors blade
rope string knot
ladder hammer screwdriver drill spanner
box crate parcel chest
mirror frame picture portrait
clock alarm watch
battery charger cable plug
tablet ipad kindle e_reader
camera lens tripod
screen cracked display
model brand make fairphone iphone samsung
printer scanner photocopier
headphones earbuds speaker
badge sticker label name_tag
bracelet gift jewellery wrist
stopwatch timer watch minutes
stick cane walking_stick crutch
# time
when date day time year month week schedule january february march april june july august september october november december
day monday tuesday wednesday thursday friday saturday sunday weekday
weekend saturday sunday
holiday_date calendar date appointment scheduled booked
morning early breakfast dawn am
evening night late pm dusk
daily every_day each_day routine habit regularly usually always
weekly every_week once_week twice
yearly every_year annual annually each_year tradition
decade ten_years tenth century
until deadline expire expires expiry valid end ends
monthly every_month
often frequency how_often regularly every twice
past ago former used_to previously earlier before once
start begin began took_up join joined opened launch since first
stop quit give_up gave_up end finish no_longer not_anymore ceased
childhood kid grew_up young little_boy little_girl as_a_child school_days youth
spring april
summer june july august
autumn fall october
winter december january cold snow
christmas xmas easter thanksgiving holiday_season new_year halloween hanukkah diwali eid festive
habit routine ritual custom tradition usually
late punctual on_time early delay
hour clock time minute o'clock open close opening_hours
wait queue patience
when date time day last_week yesterday ago on_friday last_month last_night today week month year weekend
recent recently lately just yesterday last_week these_days the_other_day
often how_often regularly sometimes frequency times_a_week every_day always rarely usually
how_long years since for_years months decade length ever_since
first first_time beginning start earliest originally
last latest final most_recent end
childhood as_a_kid young little growing_up kid when_i_was
past used_to formerly before back_then previously
morning sunrise early dawn breakfast
evening night tonight dinner
season spring summer autumn fall winter
anniversary years_ago celebrate married
appointment meeting date schedule
wait patient patience delay
late delay delayed behind
date birthday january february march april may june july august september october november december
turn_age turned birthday years_old
midday noon lunchtime
midnight night late
minute second moment
fortnight two_weeks every_two_weeks
term semester half_term holidays
calendar diary planner
soon shortly in_a_few_weeks
eventually finally at_last
no_longer anymore stopped used_to
until end expires
deadline by_then
decade century
new_year january resolution
# quantity
number how_many count total amount several
how_much cost price amount
distance far kilometre kilometer mile long metre
big large huge small tiny size
percent half third double
how_long years months hours duration for_years since
speed fast slow quick
# world
weather rain sun sunny snow storm wind hot cold climate temperature
environment climate sustainability eco green recycle
politics vote election government party council mayor politician campaign
news newspaper magazine article
history war past ancient
science physics space
technology gadget robot ai machine
law rule legal permit allowed
accident crash collision hit
danger dangerous risk safe unsafe safety
help assist support aid favour favor
stand_by support help beside
need require must have_to necessary
able can unable cannot ability know_how not_can never_learned
forget forgot left_behind
look_after care take_care mind watch_over tend
hurt harm damage injure
advice recommend suggestion tip suggest counsel
meet encounter introduced
call_phone ring talk_to speak_to
secret private confidential surprise
promise commit vow owe
problem issue trouble difficulty challenge struggle
success achieve accomplishment milestone reach
fail failure mistake error wrong
change switch replace swap new different
opinion think believe view
joke funny humour humor laugh comedy comedian
story tale anecdote
group club association society community member
event ceremony occasion workshop festival parade conference meetup
teach mentor coach train guide
rescue save
create make build produce made
lead organise organize run arrange
attend go_to went_to took_part participate join
share tell told reveal
allowed permitted forbid ban
bank police court council parliament
earthquake flood hurricane tornado volcano eruption avalanche
volcano lava eruption
war peace soldier
planet moon sun stars galaxy
temperature degrees freezing boiling warm
rain umbrella wet drizzle shower
snow snowman sledge ice frost
wind storm gale
elect vote party candidate
religion church mosque synagogue temple
festival eid ramadan christmas easter hanukkah passover diwali
king queen prince princess royal
robbery murder crime thief
rubbish recycling bin waste
tongue language dialect mother_tongue speak
alphabet letter word
win lottery prize raffle
# asking and telling
kind type sort category variety style brand make_of model breed genre
reason why because cause due_to thanks_to motive explanation therefore led_to result
purpose goal aim intention meant_for in_order_to so_that
way method approach technique strategy means how_to manner process step
symbol symbolise symbolize represent stand_for mean meaning significance signify remind reminder express
realise realize notice discover find_out learn understand insight lesson aha turn_out dawned
explain describe clarify tell_about define put_into_words
discuss talk conversation chat debate speak dialogue heart_to_heart catch_up
ask question enquire inquire wonder query request
answer reply respond response get_back
mention say tell bring_up refer point_out note remark comment
announce news announcement reveal declare share big_news update
agree agreement accept consent yes approve deal same_here
refuse decline reject turn_down say_no denied denial rejection
decide decision choose choice make_up_mind settle_on opt pick select chosen
compare similar alike same resemble common_with both share equal
differ different difference unlike contrast opposite vary
important essential crucial matter key significant priority vital value main
special unique meaningful significant memorable unforgettable dear treasure cherish sentimental precious
favor prefer like_better would_rather
impress impressed impressive wow stunning blown_away amazed awe breathtaking striking incredible
suggest suggestion recommend recommendation propose advise should_try check_out must_read must_see worth_a
convince persuade talk_into encourage urge push
compliment praise flatter kind_words applaud appreciate
criticise criticize criticism complain feedback blame judge harsh negative
guess suppose assume probably maybe likely expect
evidence proof show indicate sign prove
example instance such_as sample
describe look_like appearance look attractive handsome pretty beautiful gorgeous cute
go_wrong fail died broke disaster mishap burnt ruined chaos
inspire thanks_to because_of role_model influence wants_to_be
find_out result hear_back letter learn news
what_for use purpose in_order
plan going_to booked hope want_to think_of signed_up
# changing and doing
start begin began take_up join got_into set_up launch kick_off get_going
stop quit end finish give_up no_longer cease drop
finish complete done wrap_up completed end
continue keep go_on carry_on persist keep_going
change changed different transform transformation shift turn_around
grow growth develop evolve personal_growth
help assist support lend_a_hand aid help_out
teach taught show lesson pass_on
make create made build built craft design put_together
build construct assemble put_up
give offer provide hand
receive get got given
bring take carry
use using utilise utilize used
try attempt give_it_a_go effort have_a_go try_out
avoid stay_away steer_clear skip
prevent stop protect avoid
protect protection safe save guard
share show post let_know
join join_in take_part participate sign_up member attend part_of involved
attend went_to go_to be_at took_part event
organize organise plan host arrange set_up run put_on
host hold throw put_on have_over
lead leader run guide
watch see look view saw
hear listen heard sound
smell scent aroma
taste flavour flavor delicious yummy tasty
touch hold feel
walk stroll wander on_foot
drive drove driving ride
carry bring take_along
throw toss chuck
hide hidden secret
search look_for find seek hunt
forget forgot slipped_my_mind
remember recall memory memories remind unforgettable
think thought believe reckon opinion view consider
imagine imagination picture envision dream
know aware familiar
understand get_it empathy see_why relate
pray prayer faith church god spiritual worship bless
religion religious church faith belief bible mosque temple christian catholic muslim buddhist
moral value principle ethics
bad awful terrible horrible dreadful worst nasty
good great nice wonderful fantastic lovely excellent amazing awesome
beautiful gorgeous pretty stunning lovely
weird strange odd unusual
dangerous risky unsafe scary
scary frightening spooky terrifying scared nightmare
funny hilarious laugh joke amusing
easy simple effortless piece_of_cake
fast quick rapid
slow slowly gradual
rich wealthy well_off
poor poverty broke tight
quiet silent peaceful calm
loud noisy noise
young youth
kind kindness generous caring compassionate thoughtful nice empathy
hardworking hard_working determined determination perseverance persistent committed driven disciplined dedicated work_hard
smart clever intelligent bright
talented gifted skilled
shy introvert quiet reserved timid
outgoing extrovert sociable social talkative
stubborn persistent headstrong
patient patience calm
lazy procrastinate put_off
independent self_reliant on_my_own freedom
free freedom liberty
authentic true_self be_myself genuine honest real
personality trait character quality attribute describe
put place lay set position hang
send post mail forward deliver dispatch
come arrive show_up turn_up get_here
go leave head_off set_off depart
sit seat settle perch
stand rise get_up
shake tremble shiver wobble
pour spill splash leak
dig shovel hole spade
push pull drag tow
lift raise pick_up hoist
drop fall slip let_go
cut slice chop trim
tie knot bind fasten
wrap cover pack fold
mix blend stir combine
fill empty pour load
tear rip split burst
burn scorch singe fire
hit knock bump strike crash
kill murder shoot dead
steal rob nick pinch
count add_up calculate sums
copy imitate mimic
compare rate rank
insist demand require
warn alert caution
allow let permit approve
forbid ban prohibit not_allowed
hurry rush quick fast
distract concentrate focus attention
tempt temptation resist
stare look gaze watch
behave behaviour manners act polite rude
polite rude manners courteous
compromise middle agreement settle mediate
deserve earn merit
oversee supervise check control
take_in adopt shelter host
give_away donate get_rid hand_out
run_out no_more used_up empty
clever cunning smart witty
silly foolish daft stupid ridiculous
serious earnest grave important
odd strange peculiar quirky eccentric
tidy neat organised orderly
brilliant excellent superb outstanding great
ugly hideous awful_looking
huge enormous giant massive
tiny small little miniature
dark dim black shadow
bright light shiny sparkling
wet damp soaked rain
dry arid drought
hard_to_believe unbelievable incredible
certain sure definite
honest frank truthful
careful cautious watch_out
`;
