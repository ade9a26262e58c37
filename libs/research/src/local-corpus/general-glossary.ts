/**
 * General words in Traditional Chinese, Japanese and English that mean about the same: enough of a
 * bridge to find documents in another language, far from a translation. One concept a line:
 * `zh,zh|ja,ja|en,en`. Synonyms in one language also find each other. Written for this project.
 */
export const GENERAL_GLOSSARY = `
人口|人口|population
高齡者,老年人,老人,長者,高齡|高齢者,お年寄り|elderly,older adults,older people,seniors
兒童,孩童,小孩|子ども,子供,児童|children,child,kids
青少年|若者,青少年|teenager,adolescent,youth
女性,婦女|女性|women,woman,female
男性|男性|men,male
家庭,住戶|家庭,世帯|household,family
居民,住民|住民|resident,residents
學生|学生,生徒|student,pupil
教師,老師|教師,先生,教員|teacher
員工,勞工,職員,工作者,勞動者|従業員,労働者,職員,社員|worker,employee,staff
工作,勞動|仕事,労働|work,labor,labour,job
就業,雇用|雇用,就業|employment
薪資,工資,薪水|賃金,給料,給与|wage,salary,pay
工時|労働時間|working hours
遠距工作,遠端工作,在家工作,居家辦公|テレワーク,在宅勤務,リモートワーク|remote work,telework,working from home
生產力|生産性|productivity
企業,公司,業者|企業,会社,事業者|company,firm,business,operator
產業|産業|industry
政府|政府|government
政策|政策|policy
法規,法律,法令|法律,法令,規制|law,regulation,legislation
補助,補貼|補助,助成|subsidy,grant
稅|税|tax
成本,費用,造價|コスト,費用|cost,expense
價格,售價,電價|価格,値段|price
投資|投資|investment
預算|予算|budget
收入,營收|収入,売上|income,revenue
經濟|経済|economy,economic
市場|市場|market
效果,成效,效益|効果,効用|effect,effectiveness,benefit
影響,衝擊|影響|impact,influence,effect
原因,成因|原因,要因|cause,reason
風險|リスク,危険性|risk
安全|安全|safe,safety
危險|危険|danger,dangerous,hazard
問題|問題,課題|problem,issue
傷害,危害,損害|被害,害|harm,damage,injury
損失|損失,失われ|loss,lost,lose
保險|保険|insurance
存活率|生存率|survival rate,survival
壽命|寿命|lifespan,lifetime,service life
比率,比例|割合,比率|proportion,percentage
平均|平均|average,mean
限制|制限,限界,制約|limit,limitation,constraint,restriction
優點,好處|利点,メリット|advantage,benefit
缺點|欠点,デメリット|disadvantage,drawback
反對|反対|opposition,oppose
支持,贊成|支持,賛成|support
調查|調査|survey,investigation
研究|研究|research,study
實驗,試驗|実験,試験|experiment,trial,test
統計|統計|statistics
報告|報告|report
數據,資料|データ|data
技術,科技|技術,テクノロジー|technology,technique
系統|システム|system
設備,裝置|設備,装置,機器|equipment,device,installed
設施|施設|facility
機器人|ロボット|robot,robotic
人工智慧|人工知能,AI|artificial intelligence,AI
感測器|センサー,センサ|sensor
電腦|コンピュータ,コンピューター,パソコン|computer
手機,智慧型手機|携帯電話,スマートフォン,スマホ|phone,smartphone
網路|ネットワーク,インターネット|network,internet
社群媒體|ソーシャルメディア|social media
軟體|ソフトウェア|software
資訊安全,資安|情報セキュリティ,サイバーセキュリティ|cybersecurity,information security
隱私|プライバシー|privacy
自動駕駛,自駕車|自動運転|autonomous driving,self-driving,autonomous vehicle
無人機|ドローン,無人機|drone
半導體,晶片|半導体,チップ|semiconductor,chip
量子|量子|quantum
電力|電力|electricity,power
發電|発電|power generation,electricity generation,power
發電廠,電廠|発電所|power plant,power station
發電量|発電量|generation,output
裝置容量|設備容量|installed capacity,capacity
能源|エネルギー|energy
再生能源|再生可能エネルギー|renewable energy,renewables
太陽能,太陽光電,光電|太陽光,太陽光発電|solar,photovoltaic
風力,風電|風力|wind,wind power
離岸風電|洋上風力|offshore wind
水力|水力|hydropower,hydroelectric
地熱|地熱|geothermal
核能,核電|原子力,原発|nuclear
燃煤,煤炭|石炭|coal
天然氣|天然ガス|natural gas
石油|石油|oil,petroleum
氫能,氫氣|水素|hydrogen
電池|電池,バッテリー|battery
儲能|蓄電,エネルギー貯蔵|energy storage
充電|充電|charging,charge
電動車|電気自動車,EV|electric vehicle,electric car
節能,省電|省エネ,節電|energy saving
用電,耗電|電力消費,消費電力|electricity use,power consumption
氣候變遷,氣候變化|気候変動|climate change
暖化|温暖化|warming
溫室氣體|温室効果ガス|greenhouse gas
碳排放,碳排|炭素排出,CO2排出|carbon emission,emissions
二氧化碳|二酸化炭素|carbon dioxide,CO2
排放|排出|emission
污染|汚染|pollution
空氣|空気,大気|air
水質|水質|water quality
水資源|水資源|water resource
地下水|地下水|groundwater
土壤,土層|土壌|soil
噪音|騒音|noise
垃圾,廢棄物|ごみ,廃棄物|waste,garbage
回收|リサイクル,回収|recycling,recycle
塑膠|プラスチック|plastic
環境|環境|environment,environmental
生態|生態,生態系|ecology,ecosystem
生物多樣性|生物多様性|biodiversity
物種|種,生物種|species
森林|森林|forest
樹木,行道樹|樹木,街路樹|tree,street trees
植物|植物|plant,vegetation
植栽,植被|植栽,植生|planting,vegetation
海洋|海洋|ocean,marine
珊瑚,珊瑚礁|サンゴ,サンゴ礁,珊瑚|coral,coral reef
漁業|漁業|fishery,fishing
魚|魚|fish
河川,河流|河川,川|river
農業|農業|agriculture,farming
農民,農夫|農家,農民|farmer
作物|作物|crop
稻米,水稻|米,稲|rice
蜜蜂|ミツバチ,蜂|bee,honeybee
農藥|農薬|pesticide
糧食,食物,食品|食糧,食料,食品|food
咖啡|コーヒー|coffee
茶|茶|tea
溫度,氣溫|温度,気温|temperature
室溫,室內溫度|室温,室内温度|indoor temperature,room temperature
降溫,冷卻|冷却,温度低下|cooling,cool,lower temperature
房間|部屋|room
室內,屋內|室内,屋内,室温|indoor
室外,戶外|屋外|outdoor
炎熱,高溫,酷熱|高温,猛暑|heat,hot
熱浪|熱波|heat wave,heatwave
熱島,都市熱島|ヒートアイランド|heat island,urban heat island
綠屋頂,屋頂綠化|屋上緑化|green roof,roof greening
屋頂|屋根,屋上|roof,rooftop
綠化|緑化|greening
公園|公園|park
建築,建築物|建築,建物|building
道路,鋪面|道路,舗装|road,pavement
住宅,房屋|住宅|housing,house
都市,城市|都市|city,urban
鄉村,農村,偏鄉|農村,地方|rural,countryside
社區|コミュニティ,地域社会|community
降雨,雨水|降雨,雨水|rain,rainfall,stormwater
洪水,淹水|洪水,浸水|flood,flooding
乾旱|干ばつ,旱魃|drought
颱風|台風|typhoon
地震|地震|earthquake
海嘯|津波|tsunami
火山|火山|volcano,volcanic
溫泉|温泉|hot spring
鑽井|掘削,ボーリング|drilling
災害|災害|disaster
防災|防災|disaster prevention,disaster preparedness
避難,疏散|避難|evacuation
交通|交通|traffic,transport,transportation
公車,巴士|バス|bus
鐵路,火車|鉄道,列車|railway,railroad
高鐵|新幹線,高速鉄道|high-speed rail
自行車,單車,腳踏車|自転車|bicycle,bike,cycling
機車,摩托車|バイク,オートバイ|motorcycle,scooter
汽車,車輛|自動車,車両|car,vehicle
事故|事故|accident
通勤|通勤|commute,commuting
觀光,旅遊|観光,旅行|tourism,travel
遊客,旅客|観光客,旅行者|tourist,visitor
健康|健康|health
疾病|病気,疾病,疾患|disease,illness
症狀|症状|symptom
治療|治療|treatment,therapy
疫苗|ワクチン|vaccine
藥物|薬,薬物|drug,medicine,medication
病毒|ウイルス|virus
細菌|細菌|bacteria
感染|感染|infection
癌症|がん,癌|cancer
糖尿病|糖尿病|diabetes
血壓|血圧|blood pressure
睡眠|睡眠|sleep
運動|運動|exercise,physical activity
飲食|食事|diet
肥胖|肥満|obesity
失智,失智症|認知症|dementia
憂鬱,憂鬱症|うつ病,抑うつ|depression
壓力|ストレス,圧力|stress,pressure
死亡|死亡|death,mortality
醫院|病院|hospital
醫師,醫生|医師|doctor,physician
護理師,護理人員|看護師|nurse
病人,患者|患者|patient
照護,照顧,長照,長期照顧,照服|介護,ケア|care,nursing care,long-term care
照服員,照顧員,看護|介護職員,介護士,介護職|care worker,caregiver
養護機構,安養機構,長照機構|介護施設,老人ホーム|care facility,nursing home,care home
負擔|負担|burden,workload
時間|時間|time,hours
人力,人手|人手,人材|manpower,staffing
夜間,夜晚|夜間|night,nighttime
白天,日間|昼間,日中|daytime
夏季,夏天|夏の,夏季|summer
冬季,冬天|冬の,冬季|winter
教育|教育|education
訓練,培訓|研修,訓練|training
學校|学校|school
小學,國小|小学校|elementary school,primary school
大學|大学|university
學習|学習|learning
課程|授業,カリキュラム|course,curriculum,class
閱讀|読書|reading
語言|言語|language
文化|文化|culture
少子化|少子化|declining birth rate,low birthrate
生育率,出生率|出生率|fertility rate,birth rate
移民|移民|immigration,immigrant
貧窮|貧困|poverty
犯罪|犯罪|crime
選舉|選挙|election
戰爭|戦争|war
貿易,出口|貿易,輸出|trade,export
消費|消費|consumption,consumer
品質|品質|quality
速度|速度|speed
距離|距離|distance
面積|面積|area
深度|深さ|depth
高度|高さ|height
重量|重さ,重量|weight
維護,保養,維修|維持管理,維持,保守|maintenance,upkeep
平方公尺|平方メートル|square metre,square meter
每年,年度|年間,毎年|per year,annual,yearly
使用|使用,利用|use,usage
普及|普及|adoption,diffusion
導入,採用|導入,採用|introduction,adoption
計畫,規劃|計画|plan,project
標準|基準,標準|standard
目標|目標|target,goal
增加,增長,上升,提高,提升|増加,上昇,向上,高める|increase,rise,growth,raise
減少,下降,降低,減輕|減少,低下,軽減,下げる|decrease,decline,reduction,reduce,lower,alleviate
改善|改善|improve,improvement
預測|予測|forecast,prediction
太空,宇宙|宇宙|space
衛星|衛星|satellite
火星|火星|Mars
月球|月|moon
音樂|音楽|music
電影|映画|film,movie
動畫|アニメ|animation,anime
遊戲|ゲーム|game,gaming
足球|サッカー|football,soccer
棒球|野球|baseball
寵物|ペット|pet
狗|犬|dog
貓|猫|cat
`;
