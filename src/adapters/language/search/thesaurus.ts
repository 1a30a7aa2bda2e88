/**
 * Our own thesaurus of what people tell of their lives. A line is a concept: words and phrases that a question and its
 * answer may use for each other, kinds before what belongs to them. A line that begins with `#` opens a topic, which
 * all concepts below it share. A phrase has underscores between its words. A word may stand in several lines.
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
`;
