// draw-hotels.ts generates this file; do not edit it. `vitest run reference-data -u` generates the file again.
// name | address | category | latitude | longitude | supplier | amenities | price level

/** The hotels of each destination, one per line, in the order of their ids. */
export const hotelTable: Readonly<Record<string, string>> = {
  '1001': `
Hotel Jardim Copacabana|Rua Professor Saraiva, 410, Copacabana, Rio de Janeiro|4|-22.91899|-43.19827|2|bceghjk|7
Hotel Albuquerque|Avenida Nogueira, 746, Leblon, Rio de Janeiro|4|-22.90690|-43.20160|2|cefgilm|8
Casa Braga Ipanema|Rua Professor Oliveira, 166, Ipanema, Rio de Janeiro|5|-22.90753|-43.20336|1|abdgijmn|12
Hotel Jardim Flamengo|Travessa Reis, 198, Flamengo, Rio de Janeiro|2|-22.90620|-43.20556|2|cjklm|5
Casa Barros Copacabana|Rua Professor Xavier, 551, Copacabana, Rio de Janeiro|4|-22.91414|-43.20903|0|cdeikmn|8
Hospedaria das Laranjeiras|Travessa Moraes, 524, Ipanema, Rio de Janeiro|4|-22.91156|-43.20654|2|bcdfgjk|7
Casa do Sabiá|Rua Nogueira, 385, Flamengo, Rio de Janeiro|4|-22.91996|-43.20701|2|bcefhij|6
Hotel do Cais|Rua Professor Reis, 606, Copacabana, Rio de Janeiro|5|-22.91469|-43.20969|0|acdfgjkl|11
Palácio das Acácias|Travessa Silva, 812, Copacabana, Rio de Janeiro|4|-22.91687|-43.21059|0|abcdimn|8
Solar Oliveira|Rua Oliveira, 836, Leblon, Rio de Janeiro|3|-22.91719|-43.21177|0|abdefi|5
Hotel do Farol|Rua Doutor Saraiva, 207, Copacabana, Rio de Janeiro|5|-22.90461|-43.20215|1|cdegiklm|9
Hotel Carvalho|Avenida Santos, 636, Santa Teresa, Rio de Janeiro|5|-22.90615|-43.19839|2|abefghmn|10
Casa Franco Botafogo|Rua Doutor Saraiva, 103, Botafogo, Rio de Janeiro|4|-22.90850|-43.21210|2|befhijm|7
Solar Nogueira|Rua Doutor Braga, 88, Botafogo, Rio de Janeiro|3|-22.90718|-43.20021|1|cdilmn|6
Hotel Jardim Ipanema|Rua Nogueira, 647, Ipanema, Rio de Janeiro|2|-22.91208|-43.20082|0|ehklm|3
Hotel Franco Leblon|Rua Professor Nogueira, 64, Leblon, Rio de Janeiro|1|-22.91519|-43.20047|0|acmn|3
Hospedaria da Alvorada|Rua Silva, 627, Flamengo, Rio de Janeiro|3|-22.91150|-43.21311|0|acehik|4
Palácio do Sabiá|Rua Professor Braga, 688, Leblon, Rio de Janeiro|3|-22.90254|-43.20548|1|abgijk|7
Hotel Mirante Copacabana|Rua Doutor Saraiva, 703, Copacabana, Rio de Janeiro|3|-22.91479|-43.21299|2|efghln|6
Hotel Jardim Botafogo|Rua Professor Martins, 125, Botafogo, Rio de Janeiro|3|-22.90840|-43.20675|2|cefhkm|4
`,
  '1002': `
Hotel Silva Bela Vista|Rua Melo, 235, Bela Vista, São Paulo|4|-23.55409|-46.64154|1|acefgim|7
Pousada da Lua Nova|Rua Professor Melo, 865, Jardim Paulista, São Paulo|4|-23.54625|-46.62771|0|acdefgh|7
Hotel Moraes Itaim Bibi|Rua Doutor Souza, 485, Itaim Bibi, São Paulo|4|-23.55277|-46.63181|0|defjklm|9
Hotel das Laranjeiras|Rua Doutor Carvalho, 973, Vila Mariana, São Paulo|4|-23.55415|-46.63623|2|bdfgkmn|6
Hospedaria da Figueira|Avenida Macedo, 481, Itaim Bibi, São Paulo|5|-23.55906|-46.63852|2|cdfijlmn|10
Casa Braga Moema|Rua Professor Melo, 924, Moema, São Paulo|1|-23.54393|-46.63110|0|bcgn|3
Casa da Lua Nova|Rua Doutor Xavier, 27, Pinheiros, São Paulo|5|-23.54541|-46.63577|1|acdfhklm|9
Hotel Santos Itaim Bibi|Rua Melo, 91, Itaim Bibi, São Paulo|3|-23.54731|-46.63974|1|adefij|5
Hospedaria dos Jacarandás|Travessa Melo, 360, Pinheiros, São Paulo|3|-23.54375|-46.63488|1|bcefhm|4
Solar Martins|Rua Professor Barros, 330, Moema, São Paulo|3|-23.54615|-46.63221|0|bcgkln|5
Hotel Saraiva Moema|Rua Moraes, 707, Moema, São Paulo|4|-23.55415|-46.63729|1|eijklmn|9
Hotel Xavier Pinheiros|Rua Doutor Melo, 275, Pinheiros, São Paulo|4|-23.55786|-46.63634|1|beijlmn|7
Pousada do Cais|Rua Silva, 573, Itaim Bibi, São Paulo|5|-23.54385|-46.63587|0|bcfgilmn|11
Casa Pereira Itaim Bibi|Travessa Silva, 815, Itaim Bibi, São Paulo|2|-23.54814|-46.62540|2|adfhm|5
Palácio do Sabiá|Rua Professor Pereira, 173, Pinheiros, São Paulo|3|-23.55236|-46.63314|0|bcfhjk|6
Solar Melo|Avenida Melo, 912, Vila Mariana, São Paulo|5|-23.55779|-46.63951|1|acefilmn|10
Hotel Barros Moema|Rua Macedo, 587, Moema, São Paulo|4|-23.54613|-46.63120|0|bdefghi|9
Hotel Xavier|Rua Braga, 64, Jardim Paulista, São Paulo|3|-23.54850|-46.63218|2|cfgjmn|4
Solar da Figueira|Travessa Franco, 784, Vila Mariana, São Paulo|3|-23.55732|-46.62568|2|adehln|5
Hotel Mirante Vila Mariana|Travessa Souza, 897, Vila Mariana, São Paulo|2|-23.55394|-46.63104|0|fghij|3
`,
  '1003': `
Casa da Alvorada|Rua Professor Costa, 380, Barra, Salvador|3|-12.97315|-38.47751|2|bcefgm|5
Pousada dos Jacarandás|Avenida Franco, 69, Rio Vermelho, Salvador|3|-12.97267|-38.46815|2|adeghk|7
Hotel Santos Itapuã|Rua Doutor Costa, 970, Itapuã, Salvador|4|-12.96581|-38.46834|2|acdfglm|9
Casa Batista Barra|Rua Professor Reis, 884, Barra, Salvador|3|-12.97044|-38.46970|0|bdhjmn|6
Hotel dos Azulejos|Rua Professor Martins, 176, Itapuã, Salvador|2|-12.96836|-38.48150|2|befik|3
Casa das Acácias|Travessa Moraes, 542, Pelourinho, Salvador|4|-12.96996|-38.48016|0|abegjkl|6
Hotel Pereira|Avenida Melo, 285, Ondina, Salvador|4|-12.98159|-38.48329|2|cefghlm|8
Hotel Reis Pituba|Travessa Albuquerque, 184, Pituba, Salvador|5|-12.96784|-38.46852|2|abdghjlm|10
Casa do Vento Sul|Travessa Braga, 17, Barra, Salvador|3|-12.96734|-38.47469|1|adfjkl|5
Hotel Albuquerque Ondina|Avenida Reis, 272, Ondina, Salvador|3|-12.97980|-38.47586|2|acdhjn|7
Solar Albuquerque|Avenida Franco, 387, Itapuã, Salvador|2|-12.97121|-38.47308|1|dfjkn|5
Casa do Farol|Avenida Xavier, 929, Pituba, Salvador|4|-12.98192|-38.47954|0|acdfjkn|6
Solar Franco|Rua Doutor Xavier, 82, Barra, Salvador|5|-12.98133|-38.48536|1|fgijklmn|10
Hotel Pereira Barra|Rua Doutor Xavier, 743, Barra, Salvador|5|-12.97085|-38.47062|0|acdgijkl|9
Pousada das Laranjeiras|Travessa Saraiva, 92, Rio Vermelho, Salvador|5|-12.96756|-38.48223|1|abegikmn|12
Solar da Lua Nova|Avenida Santos, 261, Rio Vermelho, Salvador|4|-12.98008|-38.47685|0|acehlmn|8
Casa Reis Pelourinho|Travessa Pereira, 98, Pelourinho, Salvador|4|-12.96873|-38.47408|2|dfhijkn|6
Hotel Mirante Pelourinho|Travessa Franco, 666, Pelourinho, Salvador|1|-12.96732|-38.48424|1|ekmn|3
Hotel do Poente|Avenida Reis, 944, Barra, Salvador|3|-12.97001|-38.48070|1|abcdfk|6
Hotel Mirante Itapuã|Travessa Souza, 207, Itapuã, Salvador|4|-12.97109|-38.48205|1|bcghlmn|6
`,
  '1004': `
Hotel das Garças|Rua Doutor Moreira, 203, Casa Forte, Recife|3|-8.05846|-34.89268|2|cdgijl|7
Hotel Pereira Santo Antônio|Rua Doutor Nogueira, 776, Santo Antônio, Recife|4|-8.05538|-34.89912|0|acehkln|7
Hotel Saraiva Graças|Rua Moreira, 123, Graças, Recife|4|-8.05322|-34.88207|0|abfhjmn|7
Solar Albuquerque|Rua Professor Barros, 828, Pina, Recife|5|-8.05645|-34.88557|2|abcfghin|10
Casa do Vento Sul|Travessa Costa, 591, Casa Forte, Recife|4|-8.05413|-34.89669|1|abcdeim|6
Pousada da Alvorada|Travessa Carvalho, 587, Pina, Recife|2|-8.06153|-34.89010|1|egikl|3
Palácio do Farol|Rua Professor Nogueira, 113, Boa Vista, Recife|4|-8.04730|-34.89683|0|cdfgkln|7
Solar da Alvorada|Rua Saraiva, 309, Pina, Recife|3|-8.04641|-34.88919|0|adgikm|4
Hotel Nogueira|Rua Professor Franco, 37, Santo Antônio, Recife|4|-8.04692|-34.88508|0|aegilmn|8
Hotel Jardim Boa Vista|Rua Doutor Moraes, 26, Boa Vista, Recife|5|-8.04563|-34.89483|1|bcdeflmn|9
Solar Braga|Rua Doutor Saraiva, 417, Graças, Recife|3|-8.05024|-34.89651|2|abdejl|6
Hotel Jardim Santo Antônio|Rua Doutor Moraes, 104, Santo Antônio, Recife|3|-8.05993|-34.88397|1|aefgij|5
Hotel Batista Graças|Rua Doutor Xavier, 234, Graças, Recife|5|-8.05211|-34.89200|1|abfghiln|9
Solar Xavier|Rua Doutor Moreira, 449, Boa Vista, Recife|3|-8.05717|-34.88700|2|acgijk|5
Casa Melo Santo Antônio|Rua Doutor Oliveira, 914, Santo Antônio, Recife|2|-8.05025|-34.89724|1|gjkln|3
Casa da Alvorada|Travessa Albuquerque, 640, Casa Forte, Recife|3|-8.05538|-34.89635|0|abdeil|4
Palácio do Vento Sul|Rua Professor Saraiva, 105, Graças, Recife|4|-8.05223|-34.89844|2|abdhjln|9
Palácio das Laranjeiras|Rua Doutor Melo, 825, Santo Antônio, Recife|4|-8.04493|-34.88401|0|cdghimn|7
Hotel Franco Graças|Rua Professor Martins, 545, Graças, Recife|5|-8.05161|-34.89214|2|bcdhikmn|12
Hotel Mirante Boa Viagem|Avenida Braga, 168, Boa Viagem, Recife|1|-8.04572|-34.89170|0|acem|3
`,
  '1005': `
Casa de los Naranjos|Pasaje Peñalver, 574, Belgrano, Buenos Aires|4|-34.60533|-58.38413|0|afgklmn|6
Mirador del Poniente|Pasaje Herrera, 842, Palermo, Buenos Aires|3|-34.59674|-58.38990|2|cefgkl|5
Hotel Robledo|Pasaje Gallardo, 155, Recoleta, Buenos Aires|3|-34.61077|-58.38853|0|abdgin|7
Hotel Mirador Belgrano|Avenida Fuentes, 532, Belgrano, Buenos Aires|5|-34.60656|-58.37930|1|bcdegjln|11
Posada del Jacarandá|Calle Doctor Cifuentes, 977, Puerto Madero, Buenos Aires|4|-34.60829|-58.37692|0|dfgjkln|7
Hostería de las Golondrinas|Avenida Montalbán, 837, San Telmo, Buenos Aires|4|-34.60927|-58.37940|0|adefimn|8
Hotel de la Aurora|Calle Donoso, 894, Puerto Madero, Buenos Aires|4|-34.59893|-58.39035|1|cdefgln|9
Hotel del Jacarandá|Calle Cifuentes, 332, Monserrat, Buenos Aires|4|-34.60509|-58.38002|2|bcdgilm|7
Hostería de la Aurora|Pasaje Arrieta, 233, Recoleta, Buenos Aires|3|-34.61146|-58.37675|2|bghikn|5
Hotel Jardín Puerto Madero|Pasaje Larraín, 246, Puerto Madero, Buenos Aires|5|-34.59483|-58.37295|2|abcefgkn|9
Casa Gallardo|Calle Larraín, 970, San Telmo, Buenos Aires|3|-34.60051|-58.38651|1|acdfhk|4
Hotel Montalbán Monserrat|Avenida Donoso, 469, Monserrat, Buenos Aires|5|-34.60337|-58.37536|0|cdegijmn|10
Mirador del Viento Sur|Calle Peñalver, 58, San Telmo, Buenos Aires|1|-34.59476|-58.38190|0|acik|4
Posada Belmonte Palermo|Avenida Cifuentes, 843, Palermo, Buenos Aires|5|-34.61004|-58.37923|1|adghjkmn|11
Casa Iturra|Avenida Echeverría, 152, Belgrano, Buenos Aires|3|-34.61030|-58.38835|1|egijkm|4
Hotel de las Golondrinas|Calle Doctor Quiroga, 158, Monserrat, Buenos Aires|2|-34.61184|-58.38859|1|bcfgj|4
Palacio del Patio|Calle Doctor Iturra, 694, Palermo, Buenos Aires|4|-34.60732|-58.37499|1|bcdfhlm|7
Hotel Mirador Palermo|Calle Doctor Navarrete, 959, Palermo, Buenos Aires|3|-34.60999|-58.38754|2|abghkn|4
Posada de las Golondrinas|Pasaje Larraín, 14, Puerto Madero, Buenos Aires|2|-34.59840|-58.37619|1|dehkl|4
Hostería de los Naranjos|Avenida Robledo, 350, Palermo, Buenos Aires|4|-34.60829|-58.38090|0|cdghjln|6
`,
  '1006': `
Hotel Herrera|Avenida Urrutia, 801, Vitacura, Santiago de Chile|1|-33.44203|-70.65305|2|efim|4
Casa Montalbán|Pasaje Echeverría, 23, Providencia, Santiago de Chile|4|-33.44463|-70.65184|2|bceflmn|8
Hostería del Olivar|Calle Quiroga, 347, Las Condes, Santiago de Chile|4|-33.43471|-70.65674|0|abefglm|9
Hotel Mirador Providencia|Calle Fuentes, 352, Providencia, Santiago de Chile|4|-33.43537|-70.64747|0|acgijmn|9
Hotel del Patio|Calle Doctor Arrieta, 610, Las Condes, Santiago de Chile|3|-33.43390|-70.64870|0|bdejkn|5
Posada del Jacarandá|Calle Cifuentes, 12, Bellavista, Santiago de Chile|3|-33.44379|-70.64822|1|adeiln|4
Hotel Arrieta|Pasaje Robledo, 63, Las Condes, Santiago de Chile|3|-33.44384|-70.65162|2|abijkn|5
Mirador del Olivar|Pasaje Navarrete, 314, Providencia, Santiago de Chile|2|-33.43667|-70.65918|0|dfgjk|5
Hostería del Viento Sur|Pasaje Quiroga, 508, Providencia, Santiago de Chile|5|-33.43469|-70.64887|0|acehikln|12
Palacio de las Golondrinas|Pasaje Herrera, 914, Providencia, Santiago de Chile|5|-33.44456|-70.64633|0|adfhijmn|10
Posada Peñalver Vitacura|Calle Navarrete, 715, Vitacura, Santiago de Chile|3|-33.44341|-70.65592|0|dfilmn|4
Hotel de la Aurora|Calle Peñalver, 886, Vitacura, Santiago de Chile|2|-33.43273|-70.64772|0|bghjm|5
Hotel Quiroga|Avenida Peñalver, 517, Las Condes, Santiago de Chile|3|-33.43271|-70.64655|1|acdfgi|7
Casa del Faro|Pasaje Sepúlveda, 343, Las Condes, Santiago de Chile|5|-33.44177|-70.65026|2|abcdhiln|10
Hostería del Poniente|Calle Doctor Cifuentes, 460, Providencia, Santiago de Chile|4|-33.43540|-70.65421|2|abeijmn|6
Casa del Jacarandá|Calle Doctor Echeverría, 453, Lastarria, Santiago de Chile|5|-33.43319|-70.65174|2|abcdeijn|10
Casa del Olivar|Pasaje Gallardo, 963, Bellavista, Santiago de Chile|4|-33.44417|-70.64345|0|befhjmn|6
Mirador del Poniente|Calle Fuentes, 721, Ñuñoa, Santiago de Chile|4|-33.43621|-70.64777|2|bcehikl|9
Mirador del Viento Sur|Calle Echeverría, 130, Vitacura, Santiago de Chile|3|-33.43030|-70.65680|2|bghjlm|5
Hotel de los Álamos|Avenida Herrera, 248, Ñuñoa, Santiago de Chile|4|-33.44481|-70.64430|0|bdefhil|8
`,
  '1007': `
Hotel Mirante Baixa|Rua Doutor Saraiva, 486, Baixa, Lisboa|4|38.71964|-9.15336|2|bdhklmn|6
Hospedaria do Sabiá|Avenida Carvalho, 419, Belém, Lisboa|3|38.73137|-9.14590|0|cdghjk|4
Hotel Nogueira Belém|Avenida Moreira, 492, Belém, Lisboa|5|38.72405|-9.14882|2|befgiklm|12
Hotel Jardim Alfama|Rua Moreira, 99, Alfama, Lisboa|5|38.72241|-9.15489|2|dghijkln|12
Hotel Mirante Alfama|Rua Doutor Barros, 466, Alfama, Lisboa|3|38.71861|-9.14284|1|befhij|7
Hotel Jardim Chiado|Travessa Reis, 579, Chiado, Lisboa|4|38.72354|-9.15676|2|cdegkmn|9
Palácio do Poente|Rua Doutor Braga, 246, Belém, Lisboa|4|38.72769|-9.14316|2|acefgkm|9
Pousada dos Azulejos|Travessa Nogueira, 173, Chiado, Lisboa|2|38.72428|-9.14773|2|deikm|3
Hotel Jardim Belém|Rua Professor Xavier, 549, Belém, Lisboa|2|38.72876|-9.14421|0|acjln|3
Casa da Lua Nova|Avenida Moreira, 809, Avenidas Novas, Lisboa|3|38.71656|-9.15210|1|acefmn|4
Casa Souza Avenidas Novas|Rua Professor Nogueira, 413, Avenidas Novas, Lisboa|5|38.71663|-9.15789|0|dehijkln|12
Pousada do Vento Sul|Rua Braga, 307, Alfama, Lisboa|5|38.71897|-9.14863|2|acghiklm|11
Casa Franco Príncipe Real|Rua Oliveira, 161, Príncipe Real, Lisboa|3|38.71748|-9.14923|0|bcdgmn|7
Hospedaria do Farol|Rua Professor Oliveira, 299, Alfama, Lisboa|4|38.72512|-9.15752|2|bdgijln|8
Hotel Nogueira Chiado|Rua Braga, 92, Chiado, Lisboa|3|38.73257|-9.15038|0|acdfhl|6
Hotel Mirante Príncipe Real|Avenida Xavier, 847, Príncipe Real, Lisboa|3|38.71753|-9.14219|0|bdhijm|6
Hotel Barros Avenidas Novas|Travessa Barros, 378, Avenidas Novas, Lisboa|4|38.71796|-9.15421|2|bcdeilm|6
Casa Nogueira Alfama|Rua Braga, 861, Alfama, Lisboa|1|38.73273|-9.14734|1|cdjm|4
Hospedaria das Acácias|Rua Professor Saraiva, 723, Avenidas Novas, Lisboa|4|38.73072|-9.15861|1|acdfijk|7
Pousada das Acácias|Rua Doutor Melo, 674, Baixa, Lisboa|4|38.72819|-9.15019|0|egiklmn|6
`,
  '1008': `
Hostería de las Golondrinas|Calle Doctor Belmonte, 512, Malasaña, Madrid|3|40.41056|-3.70147|1|abefil|6
Posada Urrutia Retiro|Avenida Olmedo, 824, Retiro, Madrid|4|40.41962|-3.69897|1|beghilm|6
Casa Belmonte|Avenida Herrera, 909, Malasaña, Madrid|5|40.42466|-3.69510|2|abceghik|10
Posada del Olivar|Pasaje Herrera, 113, Malasaña, Madrid|4|40.42580|-3.70580|0|abcdejm|6
Casa Fuentes|Avenida Arrieta, 939, Chamberí, Madrid|4|40.41152|-3.70680|1|dfhjlmn|7
Hotel Echeverría|Calle Larraín, 3, Chamberí, Madrid|1|40.41570|-3.70300|2|aijk|3
Hotel de la Aurora|Avenida Olmedo, 911, Salamanca, Madrid|3|40.42006|-3.70905|0|efhijl|7
Hostería del Poniente|Pasaje Donoso, 575, Lavapiés, Madrid|5|40.41989|-3.69514|2|acdefhkn|9
Casa del Faro|Pasaje Donoso, 494, Malasaña, Madrid|3|40.41113|-3.70789|0|bfghin|6
Hotel Robledo Chueca|Avenida Cifuentes, 365, Chueca, Madrid|4|40.40866|-3.69935|0|cdefgjm|9
Casa de los Naranjos|Avenida Arrieta, 224, Salamanca, Madrid|2|40.41514|-3.71167|1|beklm|4
Hotel del Patio|Calle Peñalver, 784, Retiro, Madrid|3|40.42158|-3.71109|0|acdfjn|6
Hotel Mirador Salamanca|Calle Gallardo, 531, Salamanca, Madrid|5|40.41405|-3.70768|0|abdeghlm|10
Casa Echeverría|Avenida Iturra, 720, Malasaña, Madrid|4|40.40865|-3.70636|1|abfgijm|6
Casa Gallardo|Calle Herrera, 162, Lavapiés, Madrid|2|40.42316|-3.71147|2|efhjl|3
Hotel Iturra|Pasaje Peñalver, 885, Chueca, Madrid|3|40.41346|-3.69696|0|abeklm|6
Mirador del Poniente|Calle Echeverría, 558, Retiro, Madrid|4|40.41986|-3.70877|0|efijklm|6
Hostería del Patio|Calle Peñalver, 156, Chueca, Madrid|3|40.42343|-3.70137|2|adfjkm|5
Palacio de los Álamos|Calle Peñalver, 861, Salamanca, Madrid|5|40.40886|-3.69658|2|abcdfgjn|10
Posada Belmonte Chamberí|Avenida Larraín, 296, Chamberí, Madrid|4|40.40953|-3.70785|0|acdfgin|8
`,
  '1009': `
Maison Hautecœur|667 rue Valmont, Quartier Latin, Paris|4|48.84809|2.34396|2|bcfhilm|8
Maison Beaulieu|896 rue du Docteur Quentin, Quartier Latin, Paris|2|48.86455|2.34684|2|bdemn|4
Auberge des Hirondelles|612 rue Garnier, Montmartre, Paris|5|48.85646|2.35205|1|abdfjlmn|9
Villa des Lilas Blancs|265 passage Rochefort, Quartier Latin, Paris|4|48.84951|2.36015|0|bdfhlmn|9
Hôtel Delacourt|247 passage Beaulieu, Saint-Germain-des-Prés, Paris|5|48.85567|2.36035|0|abdefhjl|9
Hôtel Belle Vue Quartier Latin|508 passage Montreuil, Quartier Latin, Paris|3|48.85860|2.35674|2|aghjkl|6
Hôtel Jardin Quartier Latin|637 rue Chastain, Quartier Latin, Paris|2|48.86556|2.35021|0|afhjl|5
Maison Noirmont|476 impasse Rochefort, Saint-Germain-des-Prés, Paris|1|48.85911|2.35684|1|adhk|4
Résidence Estienne|396 impasse Chastain, Le Marais, Paris|4|48.85680|2.35837|1|bcdijkn|8
Hôtel Jardin Bastille|773 impasse Aubertin, Bastille, Paris|4|48.85754|2.35881|1|bcdgjln|8
Auberge des Lanternes|937 rue Rochefort, Saint-Germain-des-Prés, Paris|4|48.85345|2.34726|2|cdfhkmn|9
Hôtel Montreuil Quartier Latin|27 rue Aubertin, Quartier Latin, Paris|5|48.86523|2.34489|0|abdghkln|11
Villa de la Lune Rousse|887 passage Quentin, Saint-Germain-des-Prés, Paris|4|48.86070|2.35856|2|bcefikm|9
Hôtel Lavigne Montmartre|790 rue du Docteur Delacourt, Montmartre, Paris|3|48.85548|2.36039|0|abcdem|5
Villa des Glycines|884 rue Montreuil, Saint-Germain-des-Prés, Paris|3|48.84987|2.35287|1|adfimn|4
Résidence des Lanternes|348 impasse Rochefort, Quartier Latin, Paris|5|48.84827|2.34580|0|cdefghim|12
Résidence du Petit Kiosque|828 avenue Delacourt, Bastille, Paris|3|48.86201|2.35601|2|abcjkm|4
Maison du Clair Matin|807 avenue Perrault, Le Marais, Paris|3|48.85835|2.35953|2|acghmn|5
Résidence de la Fontaine Bleue|831 rue du Docteur Fontenoy, Belleville, Paris|3|48.85648|2.35391|1|cdfjkl|4
Maison des Lanternes|363 rue du Docteur Aubertin, Le Marais, Paris|4|48.86237|2.35907|0|acdghij|7
`,
  '1010': `
Heron Lodge|853 Conroy Boulevard, College Park, Orlando|4|28.54394|-81.38604|2|cdefjkm|7
Willow Inn|652 Carroll Drive, Parramore, Orlando|4|28.53735|-81.38222|1|cfijkln|8
Lantern Lodge|483 D'Amore Drive, Milk District, Orlando|3|28.54350|-81.37263|1|abdlmn|4
Harbor Court Hotel|25 McCullough Boulevard, Lake Eola Heights, Orlando|5|28.54044|-81.37752|0|bcgjklmn|9
Heron Court Hotel|482 Price Street, Thornton Park, Orlando|1|28.54176|-81.38736|1|cden|3
Amber Gardens Hotel|832 Bernhard Lane, Lake Nona, Orlando|4|28.53195|-81.38195|2|egijlmn|8
Willow House Hotel|79 Zboncak Avenue, Thornton Park, Orlando|5|28.54443|-81.38355|0|aceghiln|9
The Lake Eola Heights Lantern Hotel|279 Koepp Street, Lake Eola Heights, Orlando|4|28.54507|-81.37917|1|dghjlmn|7
Lantern Suites|557 Schultz Lane, College Park, Orlando|5|28.54036|-81.37469|2|befgijkl|12
Marigold Court Hotel|641 Hammes Street, Lake Eola Heights, Orlando|2|28.53232|-81.38321|1|aikln|4
Saltwind House Hotel|71 Pfannerstill Boulevard, Milk District, Orlando|3|28.54092|-81.38106|1|degikm|4
The Renner Hotel|754 Williamson Lane, Lake Eola Heights, Orlando|3|28.53187|-81.37734|2|acdfik|6
Saltwind Gardens Hotel|735 Goodwin Boulevard, Milk District, Orlando|4|28.54648|-81.38244|2|bcehjmn|7
Hotel Batz Milk District|778 Hirthe Lane, Milk District, Orlando|4|28.53459|-81.37263|1|cfgijkl|9
The Milk District Lantern Hotel|273 Crona Boulevard, Milk District, Orlando|4|28.54074|-81.37201|2|dhijlmn|6
Lantern Gardens Hotel|27 Hegmann Avenue, Thornton Park, Orlando|3|28.53353|-81.38779|2|acghjk|4
Becker Lodge Thornton Park|790 Blick Boulevard, Thornton Park, Orlando|5|28.53883|-81.37251|2|efgiklmn|9
Halvorson House|326 Fisher Lane, Lake Eola Heights, Orlando|2|28.53167|-81.38507|0|abefi|5
The Quitzon Hotel|198 McKenzie Lane, Milk District, Orlando|3|28.53545|-81.38360|2|bcfgkm|6
Marigold Gardens Hotel|668 Mann Drive, Lake Nona, Orlando|3|28.54384|-81.37718|0|abcefh|7
`,
  '1011': `
Marigold Gardens Hotel|898 Dicki Street, Coconut Grove, Miami|3|25.77285|-80.21597|2|abdgkm|7
Cedar Inn|955 Yundt Avenue, Allapattah, Miami|5|25.76893|-80.21539|0|abcdhijl|12
Juniper Lodge|969 Reilly Street, Allapattah, Miami|5|25.77819|-80.20026|1|abdehijl|9
The Stehr Hotel|859 Predovic Boulevard, Coconut Grove, Miami|4|25.77059|-80.21189|2|cefhjkm|9
Blanda-Jakubowski & Schneider Hotel|196 Bode Street, Wynwood, Miami|3|25.77741|-80.20560|2|abfhmn|6
Wisoky House|901 Streich Boulevard, Allapattah, Miami|2|25.77533|-80.21464|1|dehkl|3
Skiles-Harris & Leffler Hotel|729 Marquardt Boulevard, Coconut Grove, Miami|3|25.76722|-80.21789|2|abeijn|5
Considine & Walter-Langosh Hotel|73 Gusikowski-Ferry Lane, Coconut Grove, Miami|4|25.77230|-80.20864|0|abegkmn|6
The Edgewater Lantern Hotel|91 Collins Boulevard, Edgewater, Miami|3|25.77178|-80.20193|0|bfhkln|4
Cedar Lodge|682 Wisozk Boulevard, Allapattah, Miami|1|25.78266|-80.20471|0|aefi|3
Lantern House Hotel|207 Ernser Lane, Allapattah, Miami|4|25.76853|-80.20452|0|efijlmn|7
The Parker Hotel|442 Kozey Drive, Edgewater, Miami|5|25.78120|-80.20102|2|abcdelmn|9
The Hamill Hotel|366 Keeling Avenue, Edgewater, Miami|4|25.77579|-80.20711|2|bcfgilm|6
Keebler Lodge Brickell|362 Beier Boulevard, Brickell, Miami|3|25.77032|-80.21497|0|fghjkm|5
Heron Lodge|764 Kirlin Boulevard, Brickell, Miami|5|25.77200|-80.20656|1|abcfhilm|9
Schaefer Lodge Little Havana|728 Collins Street, Little Havana, Miami|4|25.78081|-80.20833|1|bcfgiln|6
Amber House Hotel|845 Schaden Avenue, Edgewater, Miami|2|25.77590|-80.21496|1|cfhin|5
Mann House|813 Hilll Avenue, Wynwood, Miami|4|25.77625|-80.20831|2|cejklmn|7
Amber Inn|408 Ullrich Avenue, Brickell, Miami|3|25.77620|-80.21784|2|adfijn|7
Copper Suites|818 Kiehn Drive, Little Havana, Miami|4|25.77606|-80.21480|0|bdefghk|6
`,
  '1012': `
Cormier House|489 Collier Avenue, Upper West Side, New York|5|40.76208|-73.98564|0|ghijklmn|9
The Paucek Hotel|838 Pfeffer Street, Chelsea, New York|3|40.74647|-73.99020|1|abdfgm|5
Juniper House Hotel|699 Corwin Drive, Tribeca, New York|5|40.74951|-73.97671|1|bcdeghij|11
Copper Lodge|351 Schaden Avenue, Upper West Side, New York|4|40.76304|-73.98576|0|cdeghmn|8
Cedar House Hotel|432 Olson Lane, Chelsea, New York|2|40.76333|-73.97556|1|bdgil|5
Considine Lodge Tribeca|64 Green Boulevard, Tribeca, New York|4|40.74887|-73.98610|2|aceghkm|6
Hotel Goldner Tribeca|231 Pfeffer Boulevard, Tribeca, New York|4|40.76363|-73.99188|2|abceghk|9
Heron House Hotel|75 Hettinger Avenue, Midtown, New York|4|40.75658|-73.99082|1|dghjkln|7
Amber Court Hotel|416 Wehner Lane, Tribeca, New York|3|40.74780|-73.97553|0|abcefk|5
Goodwin House|426 Schamberger Lane, Midtown, New York|3|40.75385|-73.97694|1|abceil|4
Heron Inn|811 Fay Lane, Chelsea, New York|2|40.76116|-73.98703|1|fghln|3
Juniper Court Hotel|78 Lubowitz Lane, Midtown, New York|5|40.76256|-73.97992|0|afghijlm|11
Wilderman House|383 Thompson Street, Chelsea, New York|3|40.75654|-73.99103|1|bdeghj|4
Abshire Lodge Harlem|844 Kohler Boulevard, Harlem, New York|4|40.75169|-73.98583|1|bdfghjk|7
Hotel Bednar Greenwich Village|796 Schuppe-Hermiston Boulevard, Greenwich Village, New York|3|40.74903|-73.99073|2|befhil|4
Willow Court Hotel|334 Harber Boulevard, Harlem, New York|5|40.75742|-73.98923|2|adegilmn|11
Jacobs House|786 Rogahn Street, Tribeca, New York|4|40.75933|-73.97832|0|bdefgjl|9
Saltwind Inn|462 Parker Avenue, Tribeca, New York|3|40.74847|-73.98514|2|abeijl|5
The Chelsea Lantern Hotel|911 Bartoletti Street, Chelsea, New York|4|40.75731|-73.97591|1|acghijm|8
Marigold Gardens Hotel|5 White Boulevard, Tribeca, New York|1|40.75345|-73.98373|2|eijn|3
`,
};
