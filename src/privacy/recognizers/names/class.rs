//! What a word does in a clinical sentence: the closed lists that rules about names speak of.
//!
//! Open lists (names, drugs, diseases, everyday words) are the [`Lexicon`](crate::privacy::lexicon::Lexicon)'s. These here are
//! small enough to be read through; they are our own, put together from how clinical notes, letters and exports are written.
//! A word may be in several.

use std::collections::HashMap;
use std::ops::BitOr;
use std::sync::LazyLock;

/// The lists that a word is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Class(u64);

impl Class {
    /// A word that holds sentences together, and is hardly ever a name.
    pub const FUNCTION: Class = Class(1);
    /// A title that stands before a name.
    pub const TITLE: Class = Class(1 << 1);
    /// A profession or part that somebody plays, often told right before or after a name.
    pub const ROLE: Class = Class(1 << 2);
    /// What somebody is to the patient.
    pub const RELATIVE: Class = Class(1 << 3);
    /// A degree or registration behind a name.
    pub const CREDENTIAL: Class = Class(1 << 4);
    /// A small word inside a name.
    pub const PARTICLE: Class = Class(1 << 5);
    /// A word behind a family name.
    pub const SUFFIX: Class = Class(1 << 6);
    /// A month or day of the week, or a piece of one.
    pub const CALENDAR: Class = Class(1 << 7);
    /// A word that names a field of a form, and so ends what stands before it.
    pub const FIELD: Class = Class(1 << 8);
    /// What people do in notes: say, call, live, take.
    pub const VERB: Class = Class(1 << 9);
    /// A word behind which somebody is told: by, with, per, to.
    pub const BEFORE_PERSON: Class = Class(1 << 10);
    /// The word that makes a name a hospital's or clinic's.
    pub const HOSPITAL: Class = Class(1 << 11);
    /// The word that makes a name an organisation's.
    pub const ORGANIZATION: Class = Class(1 << 12);
    /// The word that makes a name a medical term: disease, sign, score.
    pub const TERM: Class = Class(1 << 13);
    /// A word of a heading or a form that is no name, whatever its case.
    pub const HEADING: Class = Class(1 << 14);
    /// A people, language or faith, which alone identifies nobody.
    pub const NATION: Class = Class(1 << 15);
    /// A preposition of place.
    pub const AT_PLACE: Class = Class(1 << 16);
    /// A country or state, or the letters for one.
    pub const REGION: Class = Class(1 << 17);
    /// The word that makes a name a place's.
    pub const PLACE: Class = Class(1 << 18);
    /// An abbreviation or unit that is written with a capital and is no name.
    pub const ABBREVIATION: Class = Class(1 << 19);
    /// A medical specialty, which may close the name of a practice.
    pub const SPECIALTY: Class = Class(1 << 20);
    /// A word that closes or opens a letter.
    pub const LETTER: Class = Class(1 << 21);
    /// An occupation.
    pub const OCCUPATION: Class = Class(1 << 22);
    /// An adjective that tells no organisation or place from another.
    pub const GENERIC: Class = Class(1 << 23);
    /// Somebody whom a test, sign, score, stain or device is called after, so often that notes leave out what it is.
    pub const EPONYM: Class = Class(1 << 24);

    /// Returns the lists as a number.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the lists of such a number.
    #[must_use]
    pub const fn of_bits(bits: u64) -> Self {
        Class(bits)
    }

    /// Returns whether the word is in one of the lists `others`.
    pub fn is(self, others: Class) -> bool {
        self.0 & others.0 != 0
    }
}

impl BitOr for Class {
    type Output = Class;
    fn bitor(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }
}

/// Returns the lists that `word`, in lower case without accents, is in.
pub fn of_word(word: &str) -> Class {
    CLASSES.get(word).copied().unwrap_or_default()
}

static CLASSES: LazyLock<HashMap<&'static str, Class>> = LazyLock::new(|| {
    let mut classes: HashMap<&'static str, Class> = HashMap::new();
    for (class, words) in LISTS {
        for word in words.split_whitespace() {
            let known = classes.entry(word).or_default();
            *known = *known | *class;
        }
    }
    classes
});

const LISTS: &[(Class, &str)] = &[
    (
        Class::FUNCTION,
        "a an the this that these those and or but nor so yet if then than as at by for from in into of off on onto out over \
         per to under up upon with within without about after against along among around before behind below beside \
         between beyond down during except near since through throughout till until toward towards via vs versus \
         i you he she it we they me him her us them my your his its our their mine yours hers ours theirs who whom whose \
         which what when where why how all any both each every few more most much many no none not only other some such \
         same own too very just also again ever never always often still already now here there today tomorrow yesterday \
         am is are was were be been being do does did done has have had having can cannot could shall should would must \
         might don't doesn't didn't can't won't isn't wasn't aren't i'm i've i'd i'll he's she's it's they're we're you're \
         that's there's what's let's due because although though while whereas however therefore thus hence else either \
         neither please thanks thank yes ok okay hi hello hey dear oh um uh well maybe perhaps rather quite almost nearly \
         soon later once twice first second third last next new old one two three four five six seven eight nine ten \
         eleven twelve hundred thousand half another anything something nothing everything everyone someone anyone \
         nobody somebody like unlike including regarding concerning according instead ago away back",
    ),
    (
        Class::TITLE,
        "dr drs doctor doc mr mrs ms miss mx mister missus prof professor rev reverend father pastor rabbi imam sheikh \
         shaykh chaplain deacon sri smt shri shrimati kumari sir dame lady lord madam madame mme mlle monsieur herr frau \
         fraulein senor senora senorita sr sra srta don dona dott dottssa dhr mevr hr sister brother capt captain sgt \
         sergeant lieutenant colonel major general cpl officer detective judge justice hon senator nurse \
         matron sensei ustad haji hajji begum bibi dra dre sig mdm dhr bpk ibu puan encik padre mgr mudr fr cik \
         elder pastora monsignor gospodin gospoda pani",
    ),
    (
        Class::ROLE,
        "attending physician surgeon anesthesiologist anaesthetist anesthetist anesthesia resident intern fellow \
         consultant registrar hospitalist intensivist cardiologist neurologist nephrologist oncologist pediatrician \
         paediatrician psychiatrist psychologist radiologist pathologist urologist dermatologist endocrinologist \
         gastroenterologist hematologist haematologist rheumatologist pulmonologist orthopedist obstetrician \
         gynecologist gynaecologist ophthalmologist optometrist dentist podiatrist pharmacist pharmd therapist \
         physiotherapist dietitian dietician nutritionist midwife doula nurse rn np pa pt ot slp lpn cna ccma scribe \
         interpreter translator secretary receptionist coordinator caseworker worker counselor counsellor therapist \
         technician tech phlebotomist sonographer circulator assistant driver visitor supervisor manager foreman boss \
         teacher coach lawyer attorney solicitor guardian proxy poa surrogate provider prescriber pcp gp gyn onc \
         caller writer witness author editor practitioner chaplain paramedic emt medic aide attender attendant proband \
         hcp md do clinician preceptor scrub rep landlord landlady cardiologist's pharmacist's charge carer",
    ),
    (
        Class::RELATIVE,
        "mother mom mum mommy mummy mama father dad daddy papa parent parents wife husband spouse partner fiance fiancee \
         girlfriend boyfriend son sons daughter daughters child children kid kids baby infant twin twins sister sisters \
         brother brothers sibling siblings half-sister half-brother stepmother stepfather stepson stepdaughter grandmother \
         grandma granny nana nan nanna nonna nonno oma opa abuela abuelo gran grandad gramps grandfather grandpa granddad grandson granddaughter grandchild grandchildren aunt auntie \
         uncle cousin cousins niece nephew in-law mother-in-law father-in-law brother-in-law sister-in-law son-in-law \
         daughter-in-law godmother godfather widow widower ex ex-wife ex-husband roommate flatmate housemate neighbor \
         neighbour friend friends caregiver caretaker kin bhabhi bhai didi roomate hubby sis bro godson goddaughter dog cat \
         gf bf dtr g'son",
    ),
    (
        Class::CREDENTIAL,
        "md do mbbs mbchb mrcp frcp frcs mrcs mrcgp frcpath facs facp faan phd dphil pharmd rph mpharm mrpharms rn bsn msn \
         dnp np aprn crnp fnp cnp cns cnm crna lpn lvn cna cma ccma rma pa pa-c ot otr pt dpt slp ccc rd rdn ldn lcsw licsw \
         lmsw msw lmft lpc lmhc psyd cgc dds dmd dpm od dc ms mph mba mha jd esq facc facog facep fccp ccrn cen da rdh emt \
         emt-p pgy-1 pgy-2 pgy-3 pgy-4 pgy pgy1 pgy2 pgy3 pgy4 pgy5 ms3 ms4 ha acp bcps rt rrt rdcs ra rmt frcr frca mrcog frcog dch dm",
    ),
    (
        Class::PARTICLE,
        "van von der den de del della delle di da das do dos du des la le las los lo el al ul ter ten te zu zur zum bin bint \
         ibn ben bat abu umm abd af av y e san santa st ste mac mc o ap ab ad",
    ),
    (Class::SUFFIX, "jr sr ii iii iv junior senior esq"),
    (
        Class::CALENDAR,
        "january february march april may june july august september october november december jan feb mar apr jun jul aug \
         sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri \
         sat sun christmas easter thanksgiving ramadan diwali hanukkah passover halloween juneteenth advent lent pentecost \
         spring summer autumn fall winter weekend morning afternoon evening tonight midnight noon",
    ),
    (
        Class::FIELD,
        "mrn dob d.o.b age sex gender room rm bed ward unit date time phone tel telephone fax email e-mail mobile mob cell \
         pager ext extension address addr street city state zip postal postcode country county ssn id npi dea lic license \
         licence insurance ins plan policy group member account acct fin csn encounter visit admit admitted admission disch \
         discharge discharged procedure diagnosis dx hx cc hpi pmh psh fh sh ros pe a/p exam plan assessment impression \
         findings history indication comparison technique specimen collected received reported accession case report \
         allergies medications meds employer occupation occ race ethnicity language religion status relation relationship \
         pcp provider facility location department dept service specialty clinic hospital pages page subject re ref \
         name patient pt client chart record rec no number ur uhid nhs nhi chi abha aadhaar aadhar contact guarantor home work born birth birthdate \
         signed dictated typed transcribed reviewed approved electronically seen present note notes race sex/age age/sex \
         problem problems labs vitals imm lab kin nok resp party consultant attending surgeon assistant anesthesia doa dod opd ip host user",
    ),
    (
        Class::VERB,
        "says said say states stated state reports reported denies denied complains complained describes described \
         mentions mentioned notes noted asks asked asking called calls call calling phoned rang rings texted wrote writes \
         lives lived works worked drives drove brought brings came comes visited visits takes took taking feels felt looks \
         looked wants wanted needs needed agrees agreed declined refuses refused understands understood verbalized \
         presents presented returns returned remains remained appears appeared underwent received receives has had was is \
         will would can could should did does tolerated tolerates arrived arrives left leaves stays stayed helps helped \
         plans planned hopes thinks thought believes knows knew slept ate walked walks fell sat stood signed dictated \
         performed assisted recommends recommended advised advises explained discussed reviewed saw sees seen examined \
         confirmed confirms requested requests prefers preferred wakes woke swims swam runs ran plays played smokes smoked \
         drinks drank quit started stopped moved retired died passed joined joins answers answered who whose whom aware updated told given \
         informed notified paged prescribed ordered referred admitted discharged transferred listed earlier tells told \
         continues continued spent kept held sent met read found forgot lost paid rode spoke tried began chose gained gives gave got gets made makes added became becomes attended attends enjoys enjoyed also",
    ),
    (
        Class::BEFORE_PERSON,
        "by with per to from for named called contact call told told tell notify notified paged page thanks between ask asked \
         see saw seeing met meet visited via cc attn here's and or is it's its am name's i'm of than let",
    ),
    (
        Class::HOSPITAL,
        "hospital hospitals hosp hospice clinic clinics klinik klinikum krankenhaus hopital clinique ospedale hospitalario \
         policlinico sjukhus sykehus sygehus vardcentralen vardcentral ziekenhuis sairaala szpital infirmary sanatorium sanitarium medical \
         health healthcare surgery practice practices polyclinic pavilion rehab rehabilitation memorial physicians \
         physio physiotherapy dental dentistry imaging hospitalet centre center manor nursing cancer heart retina spine pain \
         regional general community university veterans birthing ward wards wing dialysis lodge unit house gasthuis ziekenhuis centre hospitalier laboratorios clinicas birthing eye lung kidney liver wound maternity maternidade clinica family pediatrics paediatrics urgentcare",
    ),
    (
        Class::SPECIALTY,
        "cardiology neurology oncology urology nephrology pulmonary pulmonology gastroenterology dermatology radiology \
         endocrinology rheumatology hematology haematology orthopedics orthopaedics ophthalmology psychiatry pediatrics \
         paediatrics obstetrics gynecology gynaecology otolaryngology surgery rehab rehabilitation physio physiotherapy \
         imaging dental vascular sleep behavioral fertility dialysis wellness",
    ),
    (
        Class::ORGANIZATION,
        "llp llc inc ltd limited plc corp corporation gmbh ag ab oy as sa srl bv nv pty co company companies sons brothers \
         daughters associates partners group holdings industries enterprises systems technologies solutions services \
         service logistics freight transit transport trucking shipping shipbuilding airlines railway railroad motors \
         foods bakery cafe restaurant grill pizzeria tortilleria salon nails braids barbershop hotel inn motel resort \
         bank credit union insurance assurance mutual hmo ppo plan benefit benefits health-plan school preschool \
         kindergarten nursery montessori elementary primary secondary academy college university institute institution \
         polytechnic seminary library bookshop bookstore museum theatre theater church cathedral temple mosque synagogue \
         parish minster chapel monastery convent yeshiva madrasa pharmacy pharmacies drugs drugstore chemist chemists \
         farmacia apotek apotheke supply supplies laboratories laboratory labs diagnostics pathology genomics \
         biosciences therapeutics pharmaceuticals pharma farm farms orchard orchards vineyards ranch dairy garden gardens nursery centre hub club \
         marlins rugby society association foundation trust charity league authority agency department bureau commission \
         council ministry police brigade army navy guard construction roofing plumbing electric electrical builders \
         contractors florist cleaners laundry landscaping security staffing consulting advisors attorneys law press media studio studios \
         records broadcasting radio news store stores market markets supermarket mart depot warehouse factory mill mills \
         works plant foundry shipyard mining steel oil gas energy power water utilities wellhead access infotech software \
         digital data tech labs lab care mortuary funeral crematorium cemetery joinery unified district local trades homecare home buses taxis couriers select",
    ),
    (
        Class::TERM,
        "disease diseases syndrome syndromes sign signs test tests testing score scores scale scales index criteria criterion \
         classification grade grading stage staging class type phenomenon reflex response maneuver manoeuvre maneuvers \
         procedure operation repair resection osteotomy arthroplasty fundoplication anastomosis gastrectomy \
         pancreaticojejunostomy hepatectomy palsy paralysis chorea ataxia dystrophy sarcoma lymphoma tumor tumour carcinoma \
         leukemia leukaemia anemia anaemia macroglobulinemia macroglobulinaemia thyroiditis ophthalmopathy arthritis \
         dermatitis vasculitis neuropathy encephalopathy encephalitis esophagus oesophagus contracture fracture dislocation \
         lesion deformity anomaly malformation tetralogy hernia ulcer gangrene stricture ring rings line lines point \
         triangle space pouch fossa node nodes nodule nodules body bodies cell cells corpuscles cyst duct canal tube tubes gland glands \
         artery vein nerve plexus ganglion ligament tendon fascia muscle membrane layer fibers fibres loop circle \
         sphincter valve papilla ampulla foramen fissure gyrus area islets tract capsule lobe spindle murmur sound sounds \
         spots spot nodosity breathing respiration respirations pulse fever measles chancre itch facies position \
         catheter drain drains tube needle forceps retractor retractors clamp clamps scissors suture sutures stent graft \
         prosthesis brace splint collar boot bandage dressing bag pump monitor valve shunt line lens laser stain staining \
         agar medium culture virus viruses bacillus bacteria parasite agent antigen antibody antibodies factor protein \
         receptor gene mutation inhibitor interval units unit formula equation law principle technique approach incision \
         flap block method protocol regimen diet exercise exercises therapy questionnaire inventory assessment rule rules \
         trial study estimate nomogram curve ratio number scan view views projection cap knife rod rods screw wire nail plate \
         change changes shift cramp ileus phlegmon group-a angina asthma hepatitis colitis diverticulum tremor disorder \
         dementia stroke migraine lymphadenitis manouevre tracing pressure frame walker chair bed lift mattress tray procedure's syndrome's \
         aneurysm coma atrophy hyperplasia dysplasia ectasia keratosis disease's palsies abscess wort dance tea level thickness depth curvature pupil pupils heart zone zones joint effusion \
         rash purpura amyloidosis cirrhosis crisis attack attacks variant phenotype category model drainage calculator guideline guidelines bundle algorithm stitch reaction \
         sets routine solution soak soaks blanket warmer catheters manoeuvres maneuvers speculum laryngoscope rongeur osteotome \
         cannula trocar triad tetrad pentad conduit reagent mesh ointment tincture lotion grid blade boots stockings \
         sequence notch tubercle dwarfism foot-drop ras",
    ),
    (
        Class::HEADING,
        "summary admission discharge progress consult consultation operative report letter history physical exam \
         examination assessment plan impression findings medications medication allergies allergy labs laboratory imaging \
         radiology pathology procedure procedures diagnosis diagnoses problem problems list social family past medical \
         surgical review systems vitals vital signs subjective objective chief complaint present illness hospital course \
         condition disposition follow-up followup instructions diet activity recommendations recommendation comments \
         comment indication technique comparison specimen specimens gross microscopic details description addendum \
         immunizations immunisation vaccines vaccine growth development concerns result results interpretation \
         encounter telephone triage nursing note notes record records chart clinical general heent neck chest lungs lung \
         heart abdomen abdominal extremities neuro neurological skin musculoskeletal psych respiratory cardiac \
         cardiovascular gastrointestinal genitourinary lymph eyes ears nose throat mouth teeth genitalia rectal breast \
         breasts back spine pelvis left right upper lower bilateral anterior posterior medial lateral normal abnormal \
         negative positive stable acute chronic mild moderate severe reason background situation goals goal barriers \
         education referral referrals services service department unit ward room bed emergency intensive care critical \
         outpatient inpatient ambulatory urgent primary secondary tertiary specialty specialist patient patients client \
         name date time page pages signed signature status weight height temperature pulse blood pressure oxygen \
         saturation pain intake output input fluids fluid urine stool culture cultures sputum csf serum plasma screen \
         panel count profile function liver kidney renal thyroid lipid metabolic comprehensive basic complete differential \
         smear film x-ray xray ct mri ultrasound echo echocardiogram ecg ekg eeg emg pet dexa angiogram endoscopy \
         colonoscopy bronchoscopy biopsy surgery operation anesthesia anaesthesia implant implants source protocol \
         disposition confidential facsimile transmittal urgent attention subject message voicemail portal mother father \
         baby parents caller reply question answer thanks regards sincerely best yours present decision function income \
         physiotherapy psychiatry psychiatric evaluation genetic counseling counselling pharmacist reconciliation \
         community query visit postnatal antenatal prenatal labor delivery well child red flags nil census charge \
         schedule export header table column row total average",
    ),
    (
        Class::NATION,
        "american african-american african asian european caucasian hispanic latino latina latinx white black native \
         indigenous aboriginal maori pacific islander english british scottish welsh irish french german dutch belgian \
         swiss austrian italian spanish portuguese greek turkish russian ukrainian polish czech slovak hungarian romanian \
         bulgarian serbian croatian bosnian albanian swedish norwegian danish finnish icelandic estonian latvian \
         lithuanian jewish ashkenazi sephardic muslim islamic christian catholic protestant orthodox lutheran baptist \
         methodist mormon hindu sikh buddhist jain arab arabic persian farsi iranian iraqi syrian lebanese egyptian \
         moroccan algerian tunisian somali ethiopian eritrean kenyan nigerian ghanaian igbo yoruba hausa swahili zulu \
         indian hindi urdu punjabi bengali tamil telugu gujarati marathi pakistani bangladeshi nepali sri-lankan chinese \
         mandarin cantonese taiwanese japanese korean vietnamese thai lao hmong khmer cambodian burmese filipino tagalog \
         indonesian malay samoan tongan hawaiian mexican cuban dominican puerto-rican haitian creole jamaican brazilian \
         colombian venezuelan peruvian ecuadorian chilean argentinian guatemalan salvadoran honduran canadian australian \
         sudanese congolese afghan armenian georgian kurdish israeli hebrew yiddish latin",
    ),
    (
        Class::GENERIC,
        "local outside outlying nearby community rural urban teaching another same other main big small private public general regional district university county city state national federal veterans central free online mobile satellite affiliated referring receiving home day night new old open closed assisted skilled long short term middle high low adult child children women men pediatric paediatric geriatric family group team care combined joint mixed virtual annual weekly monthly daily",
    ),
    (
        Class::EPONYM,
        "babinski lachman mcmurray moro barlow ortolani apgar braden charlson caprini tinetti barthel karnofsky borg snellen \
         ishihara jaeger goldmann amsler schirmer weber rinne hallpike epley romberg hoffmann phalen tinel finkelstein \
         spurling neer yergason trendelenburg lasegue kernig brudzinski murphy rovsing mcburney homans chvostek trousseau \
         virchow koplik janeway osler kussmaul cheyne stokes biot korotkoff doppler holter swan ganz foley hickman broviac \
         groshong penrose pratt kocher pfannenstiel whipple billroth roux nissen heller hartmann lichtenstein shouldice \
         bassini kasai fontan norwood bentall mohs breslow gleason fuhrman lugano deauville bethesda bosniak pugh maddrey \
         ranson glasgow rankin spetzler hoehn yahr schwab zung conners vanderbilt denver bayley tanner ballard leopold \
         mcroberts montevideo kleihauer betke coombs gram ziehl neelsen papanicolaou giemsa masson widal mantoux guthrie \
         schober gower gowers cobb lauge salter gustilo schatzker tonnis kellgren outerbridge mallampati \
         cormack lehane fontaine killip levine balke naughton forrester framingham centor alvarado beers naranjo \
         cockcroft gault friedewald bazett fridericia parkland rumack lund browder lancefield tyrer cuzick \
         crohn hodgkin alzheimer hashimoto cushing addison raynaud sjogren behcet kawasaki kaposi \
         bell meniere huntington tourette wernicke korsakoff guillain barre marfan ehlers danlos duchenne fanconi gaucher \
         gilbert klinefelter waldenstrom wegener whipple zollinger ellison bookwalter balfour weitlaner gelpi deaver \
         richardson adson debakey mayo metzenbaum bovie yankauer guedel macintosh magill ambu bier bowie kirschner \
         steinmann ilizarov harrington luque moberg lisfranc colles galeazzi monteggia maisonneuve malgaigne \
         dupuytren baker perthes scheuermann osgood schlatter sever freiberg morton haglund achilles hawkins jobe bankart \
         latarjet lhermitte uhthoff hutchinson argyll adie horner gunn krukenberg schwalbe mainster fuchs \
         shafer seidel tyndall hruby descemet bruch schlemm riedel hartnup wilms ewing burkitt sezary paget \
         bowen merkel langerhans kupffer ito purkinje betz golgi schwann ranvier nissl lewy pick caplan asherman sheehan \
         kallmann noonan prader altemeier delorme stoppa mcindoe pomeroy wertheim duhamel burch syme girdlestone mcvay toupet dor \
         venturi rokitansky aschoff lindegaard hinchey durie salmon bence kirby sgarbossa hueston buckberg stulberg allman rumpel \
         leede horton mondini heimlich rubin bakri herick eeles chompret carvajal catterall garden pauwels weber danis neer \
         frykman mayfield mason regan rockwood tile judet letournel schenck winquist wiltse meyerding genant ficat steinbrocker \
         kienbock lauren siewert barcelona forrest rockall blatchford truelove montreal rutgeerts rome marsh bristol bismuth \
         strasberg stanford crawford sakakibara carpentier sievers wilkins ross rastelli glenn mustard senning norton jatene \
         damus stansel hypoplast hemoglobin valsalva mobitz wenckebach bundle wolff brugada romano lown andersen naxos ebstein \
         eisenmenger tetralogy holter austin flint corrigan quincke duroziez musset traube graham steell carey coombs still \
         dressler loeffler libman sacks buerger leriche takayasu kawasaki churg strauss goodpasture alport berger kimmelstiel \
         denys drash gitelman bartter liddle conn nelson sipple werner carney cowden lynch gardner turcot peutz jeghers \
         muir torre bloom fraumeni hippel lindau sturge weber osler rendu cronkhite menetrier dieulafoy mallory boerhaave \
         zenker killian cameron cajal ogilvie hirschsprung whipple caroli mirizzi budd chiari crigler najjar rotor dubin johnson \
         kayser fleischer grey cullen fox carnett blumberg dunphy markle aaron obturator boas courvoisier sister trendelenburg \
         buck thomas faber allis ober ely patrick gaenslen kemp hoover waddell bragard apley thessaly hornblower jobe speed \
         obrien adson wright roos elson bunnell froment wartenberg durkan cozen mill maudsley watson freiburg thompson simmonds \
         mulder silfverskiold denis kirk prader willi angelman rett patau down digeorge \
         dakin burow lugol monsel carnoy kegel buteyko codman bair hugger daroff clavien dindo zubrod hertel braunwald haggitt \
         astler agatston",
    ),
    (
        Class::AT_PLACE,
        "at in from to near of via outside into around toward towards leaving through across until visiting",
    ),
    (
        Class::REGION,
        "al ak az ar ca co ct dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri \
         sc sd tn tx ut vt va wa wv wi wy on qc bc ab sk mb ns nb nl pe nsw qld vic tas usa us u.s uk u.k eu uae nz \
         england scotland wales ireland britain ulster america canada mexico africa asia europe india china japan",
    ),
    (
        Class::PLACE,
        "county parish borough township village heights springs falls beach bay island islands harbor harbour hills valley \
         city town district neighborhood neighbourhood province prefecture reservation shire suburb",
    ),
    (
        Class::ABBREVIATION,
        "dont didnt doesnt isnt wasnt cant wont couldnt wouldnt shouldnt havent hasnt hadnt arent thats theres whats hes shes \
         theyre youre youve ive im appt appts incl hrly irreg interp haha lol thx pls cuz bc btw idk omg tmrw abt msg gonna wanna \
         gotta yeah yep nope tho thru til cus cos smth ppl info govt asap fyi anticoag anesth ophtho surg neph cctv dispo \
         ok tbd na n/a prn bid tid qid qd po iv im sc sq sl pr npo stat nkda nka cc ml mg mcg kg iu meq mmol mmhg bpm hr bp rr \
         ra spo2 hpi pmh dx tx rx hx fx sx er ed icu picu nicu micu sicu or pacu ct mri xr us ekg ecg echo tb hiv covid copd \
         chf cad dvt pe mi cva tia uti uri gerd dm dm2 t2dm htn hld ckd esrd aki afib ptsd adhd bph ra sle ms als ibs ibd \
         nsaid ace arb ssri snri nstemi stemi cabg pci des lad rca lcx rul rml rll lul lll ruq rlq luq llq ha sob doe loc \
         wnl nad a&o perrl eomi cta rrr tmax hd pod fu inj reg tab tabs syr susp amp inh oint supp iban msh pid nk1 pv1 obr obx nte orc evn al1 dg1 in1 oru adt f/u s/p poss prob susp c/o h/o w/o b/l y/o yo am pm utc gmt est pst",
    ),
    (
        Class::LETTER,
        "sincerely regards best yours faithfully truly cheers cordially respectfully wishes thanks dear hi hello hey dearest gracias",
    ),
    (
        Class::OCCUPATION,
        "paralegal lawyer attorney teacher professor lecturer tutor principal librarian accountant bookkeeper cashier clerk \
         secretary receptionist driver trucker pilot machinist mechanic welder pipefitter plumber electrician carpenter \
         mason bricklayer roofer painter scaffolder foreman laborer labourer farmer rancher fisherman logger miner driller \
         derrickman engineer programmer developer analyst architect designer artist musician singer actor writer editor \
         journalist reporter photographer chef cook baker butcher waiter waitress bartender barista hairdresser barber \
         stylist manicurist beautician tailor seamstress weaver cleaner janitor custodian housekeeper maid nanny babysitter \
         gardener landscaper florist veterinarian groomer firefighter fireman policeman officer detective soldier sailor \
         marine guard warden postman courier dockworker longshoreman stevedore conductor steward stewardess banker teller \
         broker realtor salesman saleswoman salesperson seller shopkeeper grocer owner manager director executive \
         supervisor superintendent administrator coordinator consultant technician operator assembler packer picker \
         stocker loader inspector surveyor translator interpreter priest minister pastor rabbi imam monk nun cantor \
         organist choirmaster coach master keeper goalkeeper cabinetmaker builder trainer athlete referee judge bailiff politician mayor councillor diplomat economist \
         statistician scientist chemist biologist physicist astronomer geologist archaeologist historian curator \
         student apprentice intern trainee volunteer foundryman glazier upholsterer locksmith jeweler jeweller watchmaker \
         captain mate planner appraiser grader lacemaker drummer handler distiller postmistress postmaster seamstress announcer \
         auctioneer usher butler valet porter doorman concierge bellhop caddie jockey ranger lifeguard dispatcher shearer drover \
         stockman lumberjack trapper angler diver submariner deckhand bosun purser stoker signalman farmhand ranchhand puppeteer \
         instructor brakeman tuner interpreter maker founder starter recorder buyer stacker attendant merchant trader vendor \
         potter sculptor blacksmith millwright crane-operator forklift beekeeper winemaker brewer sommelier",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_be_in_several_lists() {
        assert!(of_word("nurse").is(Class::TITLE) && of_word("nurse").is(Class::ROLE));
        assert!(!of_word("okafor").is(Class::FUNCTION | Class::HEADING));
    }

    #[test]
    fn lists_are_in_lower_case_without_accents() {
        for (_, words) in LISTS {
            assert!(words.is_ascii() && words.to_lowercase() == *words);
        }
    }
}
