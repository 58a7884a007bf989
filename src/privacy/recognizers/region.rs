//! Countries, states, provinces and parts of the world: they alone identify nobody (45 CFR 164.514(b)(2)(i)(B) speaks of what is
//! smaller than a state), and so no name is found in them.
//!
//! A name of several words is one region or none: `Rhode Island`, `Sierra Leone`. What goes on beyond the region's name stays a
//! name (`South Carolina Heart Clinic`).

use std::collections::HashSet;
use std::sync::LazyLock;

use super::names::{Claim, Gap, Shape, Tokens};
use crate::privacy::detect::Score;
use crate::privacy::lexicon::Traits;

/// Regions, in lower case without accents, by commas.
const REGIONS: &str = "north carolina,south carolina,north dakota,south dakota,west virginia,rhode island,new mexico,new york state,new jersey,\
    new hampshire,washington state,district of columbia,nova scotia,new brunswick,british columbia,prince edward island,\
    newfoundland and labrador,newfoundland,northwest territories,northern territory,western australia,south australia,new south wales,\
    australian capital territory,costa rica,sri lanka,south africa,new zealand,saudi arabia,el salvador,puerto rico,burkina faso,sierra leone,\
    ivory coast,cote d'ivoire,papua new guinea,dominican republic,northern ireland,south sudan,hong kong,cape verde,cabo verde,dr congo,\
    democratic republic of congo,democratic republic of the congo,republic of congo,trinidad and tobago,trinidad,tobago,antigua and barbuda,\
    saint lucia,st lucia,saint kitts and nevis,saint vincent,equatorial guinea,guinea bissau,new guinea,timor leste,east timor,sao tome,\
    central african republic,czech republic,united states,united states of america,united kingdom,great britain,united arab emirates,\
    south korea,north korea,viet nam,bosnia and herzegovina,bosnia,north macedonia,san marino,solomon islands,marshall islands,cook islands,\
    cayman islands,virgin islands,faroe islands,isle of man,american samoa,french guiana,french polynesia,new caledonia,western sahara,\
    hawaii,alaska,guam,palestine,gaza,west bank,kosovo,czechia,laos,syria,libya,kurdistan,tibet,siberia,crimea,chechnya,dagestan,\
    middle east,near east,far east,latin america,central america,south america,north america,west africa,east africa,central africa,\
    southern africa,north africa,sub-saharan africa,horn of africa,southeast asia,south asia,central asia,east asia,western europe,\
    eastern europe,southern europe,northern europe,central europe,the balkans,balkans,scandinavia,caribbean,the caribbean,pacific islands,\
    africa,asia,europe,oceania,antarctica,australasia,polynesia,micronesia,melanesia,iberia,the levant,levant,\
    bavaria,saxony,lower saxony,thuringia,hesse,brandenburg,north rhine westphalia,rhineland palatinate,schleswig holstein,\
    baden wurttemberg,andalusia,catalonia,galicia,basque country,castile,aragon,extremadura,valencia region,lombardy,tuscany,sicily,sardinia,\
    piedmont,veneto,calabria,puglia,apulia,campania,liguria,umbria,brittany,normandy,provence,alsace,lorraine,burgundy,aquitaine,\
    flanders,wallonia,friesland,jutland,lapland,dalmatia,transylvania,moldavia,silesia,pomerania,anatolia,macedonia,crete,\
    uttar pradesh,madhya pradesh,andhra pradesh,arunachal pradesh,himachal pradesh,tamil nadu,west bengal,jammu and kashmir,kashmir,\
    maharashtra,karnataka,kerala,gujarat,rajasthan,punjab,haryana,bihar,odisha,assam,telangana,jharkhand,chhattisgarh,uttarakhand,goa,\
    manipur,mizoram,nagaland,meghalaya,tripura,sikkim,sindh,balochistan,khyber pakhtunkhwa,minas gerais,rio grande do sul,mato grosso,\
    santa catarina,quintana roo,nuevo leon,baja california,san luis potosi,guangdong,sichuan,hunan,hubei,henan,fujian,zhejiang,jiangsu,\
    shandong,yunnan,xinjiang,inner mongolia,okinawa prefecture,hokkaido,eastern cape,western cape,northern cape,kwazulu natal,gauteng,limpopo,\
    mpumalanga,free state,bali,java,sumatra,borneo,sulawesi,lombok,sarawak,sabah,corsica,madeira,azores,the azores,canary islands,tenerife,balearic islands,mallorca,\
    ibiza,rhodes,corfu,saarland,mecklenburg,holstein,westphalia,franconia,swabia,carinthia,styria,tyrol,south tyrol,vorarlberg,ticino,valais,graubunden,\
    asturias,cantabria,navarre,castile and leon,la rioja,murcia,abruzzo,basilicata,molise,marche,friuli,aosta valley,savoy,picardy,auvergne,occitanie,\
    zeeland,limburg,gelderland,brabant,drenthe,groningen province,walloon brabant,skane,smaland,dalarna,norrland,svalbard,karelia,masuria,galicia,bukovina,\
    moravia,bohemia,slavonia,istria,vojvodina,thrace,thessaly,peloponnese,attica,epirus,cappadocia,jalisco,chiapas,oaxaca,yucatan,michoacan,\
    guanajuato,hidalgo state,puebla state,sinaloa,sonora,chihuahua state,tamaulipas,guerrero state,zacatecas state,nayarit,bahia,pernambuco,ceara,para state,\
    parana,amazonas,goias,maranhao,rio grande do norte,mato grosso do sul,espirito santo,patagonia,tierra del fuego,antioquia,\
    anhui,gansu,guangxi,guizhou,hainan,hebei,heilongjiang,jiangxi,jilin,liaoning,ningxia,qinghai,shaanxi,shanxi,hokkaido,okinawa,kyushu,shikoku,honshu,\
    luzon,mindanao,visayas,palawan,mindoro,tasmania,queensland,north island,south island,vancouver island,north west province,darfur,tigray,oromia,amhara,\
    katanga,north kivu,south kivu,kivu,casamance,zanzibar,ashanti region,biafra,kordofan,new england,pacific northwest,the midwest,midwest,the south,the dakotas,the carolinas,deep south,appalachia";

static KNOWN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| REGIONS.split(',').map(str::trim).collect());

/// Returns the first and last words of the regions of `tokens`, in order.
pub fn all(tokens: &Tokens<'_>) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut first = 0;
    while first < tokens.all.len() {
        let mut longest = None;
        let mut phrase = String::new();
        for (count, token) in tokens.all.get(first..).unwrap_or_default().iter().take(5).enumerate() {
            let joined = count == 0 || matches!(token.gap, Gap::Space | Gap::Hyphen | Gap::Wrap);
            if !joined {
                break;
            }
            if count > 0 {
                phrase.push(' ');
            }
            phrase.push_str(token.lower);
            if KNOWN.contains(phrase.as_str()) {
                longest = Some(first + count);
            }
        }
        if let Some(last) = longest {
            found.push((first, last));
        }
        first = longest.map_or(first, |last| last) + 1;
    }
    found
}

/// Takes out of each of `claims` what lies within a region's name, unless something announces it: a title, a label, a relation.
pub fn spare(tokens: &Tokens<'_>, claims: &mut [&mut Vec<Claim>]) {
    let mut regions = all(tokens);
    // A region's name that is a person's too is the region behind a preposition of place, and where what stands beside it is said
    // of regions: `flu shot in Jordan`, `Indiana Medicaid`.
    let is_one = |index: &usize| is_behind_preposition(tokens, *index) || is_told(tokens, *index);
    regions.extend((0..tokens.all.len()).filter(is_one).map(|index| (index, index)));
    if regions.is_empty() {
        return;
    }
    for claims in claims {
        claims.retain(|claim| {
            // `Sri Lanka` is no Mr Lanka.
            let rest = regions.iter().any(|(first, last)| *first < claim.first && claim.last <= *last);
            claim.score >= Score::STRONG && claim.pattern != "before a state" && !rest
                || !regions.iter().any(|(first, last)| *first <= claim.first && claim.last <= *last)
        });
    }
}

/// Returns whether what stands beside the region at `index` is said of regions and not of people: `northern Virginia`, `Georgia resident`,
/// `Israel and Egypt`.
fn is_told(tokens: &Tokens<'_>, index: usize) -> bool {
    let Some(token) = tokens.get(index).filter(|token| token.traits.is(Traits::REGION)) else { return false };
    let before = tokens.before(index).filter(|_| token.gap == Gap::Space);
    let after = tokens.get(index + 1).filter(|next| next.gap == Gap::Space);
    let only_region = |at: usize| {
        tokens.get(at).is_some_and(|other| {
            other.traits.is(Traits::REGION) && !other.traits.is(Traits::GIVEN_NAME | Traits::FAMILY_NAME)
        })
    };
    let linked =
        |at: usize| tokens.get(at).is_some_and(|link| matches!(link.lower, "and" | "or") && link.gap == Gap::Space);
    before.is_some_and(|before| PARTS.contains(&before.lower))
        || after.is_some_and(|after| BEHIND.contains(&after.lower))
        || linked(index + 1) && only_region(index + 2)
        || index > 1 && before.is_some() && linked(index - 1) && only_region(index - 2)
}

/// What a region has that nobody has.
const PARTS: [&str; 14] = [
    "northern",
    "southern",
    "eastern",
    "western",
    "northeastern",
    "southeastern",
    "northwestern",
    "southwestern",
    "central",
    "rural",
    "upstate",
    "coastal",
    "across",
    "throughout",
];
/// What is said of a region behind its name.
const BEHIND: [&str; 8] = ["state", "medicaid", "medicare", "resident", "residents", "statute", "licence", "license"];

fn is_behind_preposition(tokens: &Tokens<'_>, index: usize) -> bool {
    let region = tokens.get(index).is_some_and(|token| token.traits.is(Traits::REGION) && token.gap == Gap::Space);
    region
        && tokens.before(index).is_some_and(|before| {
            matches!(
                before.lower,
                "in" | "from"
                    | "to"
                    | "of"
                    | "near"
                    | "fled"
                    | "left"
                    | "visited"
                    | "via"
                    | "across"
                    | "through"
                    | "throughout"
                    | "into"
                    | "outside"
            )
        })
}

/// Returns whether the region at `index` is where somebody is, goes or comes from, and not who: `spends winters in Virginia`, `moved
/// from Georgia`. Of "from" and "to" alone one cannot tell.
pub fn is_gone_to(tokens: &Tokens<'_>, index: usize) -> bool {
    let goes = |back: usize| {
        index.checked_sub(back).and_then(|at| tokens.get(at)).is_some_and(|word| GOING.contains(&word.lower))
    };
    let ends = tokens.get(index + 1).is_none_or(|next| next.gap != Gap::Space || next.shape == Shape::Lower);
    is_told(tokens, index)
        || is_behind_preposition(tokens, index)
            && ends
            && (tokens.before(index).is_some_and(|before| before.lower == "in") || (2..=4).any(goes))
}

/// What people do with a region.
const GOING: [&str; 30] = [
    "born",
    "raised",
    "grew",
    "moved",
    "moves",
    "moving",
    "flew",
    "flight",
    "back",
    "returned",
    "returns",
    "returning",
    "came",
    "comes",
    "hails",
    "native",
    "trip",
    "trips",
    "travel",
    "travelled",
    "traveled",
    "emigrated",
    "immigrated",
    "deployed",
    "stationed",
    "drove",
    "visit",
    "visits",
    "holiday",
    "originally",
];

/// Returns whether the words from `first` to `last` lie within a region's name.
pub fn holds(tokens: &Tokens<'_>, first: usize, last: usize) -> bool {
    first == last && (first > 0 && is_behind_preposition(tokens, first) || is_told(tokens, first))
        || all(tokens).iter().any(|(from, to)| *from <= first && last <= *to)
}
