//! The names of states and countries as addresses end in them. They alone identify nobody; they end an address.

/// The two letters of a state or territory of the United States or a province of Canada (USPS Publication 28; Canada Post),
/// as alternatives of a regular expression.
pub const STATES: &str = "A[LKZRSEAP]|C[AOT]|D[EC]|F[LM]|G[AU]|HI|I[DLNA]|K[SY]|LA|M[EDHAINSOTPB]|N[EVHJMYCDBLSTU]|O[HKRN]|P[AWRE]|QC|RI|S[CDK]|T[NX]|UT|V[TIA]|W[AVIY]|AB|BC|YT";

/// Countries, in lower case, as alternatives of a regular expression.
pub const COUNTRIES: &str = concat!(
    "afghanistan|albania|algeria|american samoa|andorra|angola|anguilla|antigua and barbuda|argentina|armenia|aruba|australia|austria|",
    "azerbaijan|(?:the )?bahamas|bahrain|bangladesh|barbados|belarus|belgium|belize|benin|bermuda|bhutan|bolivia|bosnia(?: and herzegovina)?|",
    "botswana|brazil|brasil|brunei|bulgaria|burkina faso|burma|burundi|cambodia|cameroon|canada|cape verde|cayman islands|central african republic|",
    "democratic republic of the congo|chad|chile|china|people's republic of china|colombia|comoros|congo|cook islands|costa rica|croatia|cuba|cyprus(?: \\([a-z]+\\))?|czech republic|czechia|",
    "denmark|danmark|djibouti|dominica|dominican republic|ecuador|egypt|el salvador|equatorial guinea|eritrea|estonia|eswatini|ethiopia|",
    "faroe islands|fiji|finland|suomi|france|french guiana|french polynesia|gabon|(?:the )?gambia|georgia|germany|deutschland|ghana|gibraltar|greece|greenland|greenlander|",
    "grenada|guadeloupe|guam|guatemala|guernsey|guinea(?:-bissau)?|guyana|haiti|honduras|hong kong|hungary|iceland|india|indonesia|iran|iraq|ireland|",
    "isle of man|israel|italy|italia|ivory coast|jamaica|japan|jersey|jordan|kazakhstan|kenya|kiribati|kosovo|kuwait|kyrgyzstan|laos|latvia|lebanon|",
    "lesotho|liberia|libya|liechtenstein|lithuania|luxembourg|macau|macedonia|north macedonia|madagascar|malawi|malaysia|maldives|mali|malta|",
    "marshall islands|martinique|mauritania|mauritius|mexico|micronesia|moldova|monaco|mongolia|montenegro|montserrat|morocco|mozambique|myanmar|",
    "namibia|nauru|nepal|netherlands|the netherlands|nederland|new caledonia|new zealand|nicaragua|niger|nigeria|north korea|norway|norge|oman|pakistan|palau|",
    "palestine|panama|papua new guinea|paraguay|peru|philippines|poland|polska|portugal|puerto rico|qatar|reunion|romania|russia|rwanda|",
    "saint lucia|saint kitts and nevis|saint vincent|samoa|san marino|saudi arabia|senegal|serbia|seychelles|sierra leone|singapore|slovakia|",
    "slovenia|solomon islands|somalia|south africa|south korea|south sudan|spain|espa\u{f1}a|sri lanka|sudan|suriname|swaziland|sweden|sverige|switzerland|schweiz|suisse|syria|",
    "taiwan|tajikistan|tanzania|thailand|timor-leste|togo|tonga|trinidad and tobago|tunisia|turkey|turkmenistan|tuvalu|uganda|ukraine|",
    "united arab emirates|uae|united kingdom|uk|great britain|england|scotland|wales|northern ireland|united states(?: of america)?|usa|u\\.s\\.a\\.|uruguay|uzbekistan|vanuatu|venezuela|",
    "vietnam|viet nam|virgin islands|western sahara|yemen|zambia|zimbabwe",
);
